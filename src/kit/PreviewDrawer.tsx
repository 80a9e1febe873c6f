import "./deferred.css";
import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";

interface PreviewDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function PreviewDrawer({ opened, onClose, children }: PreviewDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Preview"
      position="bottom"
      size="100%"
      padding={0}
      styles={{ header: { padding: "0.25rem 1rem" } }}
      hiddenFrom="md"
    >
      <div data-bleed>{children}</div>
    </Drawer>
  );
}
