import { modals } from "@mantine/modals";
import type { ReactNode } from "react";

interface Question {
  title: string;
  message: ReactNode;
  /** What the button does, a verb. */
  confirm: string;
  cancel?: string;
  danger?: boolean;
}

/** Asks for confirmation; true if confirmed. */
export function confirm({ title, message, confirm, cancel = "Cancel", danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      labels: { confirm, cancel },
      confirmProps: danger ? { color: "red" } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      // Every way of closing ends up here; after an answer it changes nothing.
      onClose: () => resolve(false),
    });
  });
}
