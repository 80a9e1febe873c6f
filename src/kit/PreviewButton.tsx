import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDeviceMobile } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { dialogWhenNeeded } from "./when-needed.tsx";

const PreviewDrawer = dialogWhenNeeded(async () => (await import("./PreviewDrawer.tsx")).PreviewDrawer);

/** Opens a preview where there is no room for it beside the form. */
export function PreviewButton({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button hiddenFrom="md" variant="default" leftSection={<IconDeviceMobile size={18} />} onClick={open}>
        Preview
      </Button>
      <PreviewDrawer opened={opened} onClose={close}>
        {children}
      </PreviewDrawer>
    </>
  );
}
