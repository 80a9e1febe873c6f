import { Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDeviceMobile } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** Opens a preview where there is no room for it beside the form. */
export function PreviewButton({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button hiddenFrom="md" variant="default" leftSection={<IconDeviceMobile size={18} />} onClick={open}>
        Preview
      </Button>
      <Drawer opened={opened} onClose={close} title="Preview" position="bottom" size="100%" hiddenFrom="md">
        {children}
      </Drawer>
    </>
  );
}
