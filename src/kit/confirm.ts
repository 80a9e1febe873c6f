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

/** Asks before something happens; true when the person wants it. */
export function confirm({ title, message, confirm, cancel = "Cancel", danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      labels: { confirm, cancel },
      confirmProps: danger ? { color: "red" } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      // Every way of closing comes here; after an answer it changes nothing any more.
      onClose: () => resolve(false),
    });
  });
}
