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
    <Drawer opened={opened} onClose={onClose} title="Preview" position="bottom" size="100%" hiddenFrom="md">
      {children}
    </Drawer>
  );
}
