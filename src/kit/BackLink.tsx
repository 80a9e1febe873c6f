import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Above a screen's title: up to the screen it's below. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      // The screen above may be the same path with nothing chosen, and it's never the current one.
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
