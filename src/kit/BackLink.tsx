import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Links to the parent screen, above a screen's title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      // The parent may be the same path without search parameters, and it's never the current screen.
      renderRoot={(props) => <Link to={to} search={{}} activeOptions={{ exact: true }} {...props} />}
      variant="subtle"
      color="gray"
      size="compact-md"
      ml={-8}
      leftSection={<IconArrowLeft size={18} />}
    >
      {children}
    </Button>
  );
}
