import { modals } from "@mantine/modals";
import type { ReactNode } from "react";

interface Question {
  title: string;
  message: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
}

let loadDialogs: () => void = () => undefined;
let dialogsCome: () => void = () => undefined;
const dialogsAreThere = new Promise<void>((resolve) => {
  dialogsCome = resolve;
});

/** Calls `load` with the first question, so that the dialog's code isn't loaded before. */
export function onFirstConfirm(load: () => void): void {
  loadDialogs = load;
}

export function markConfirmHostReady(): void {
  dialogsCome();
}

/** Resolves once `modals` can open dialogs. */
export async function dialogsLoaded(): Promise<void> {
  loadDialogs();
  await dialogsAreThere;
}

export async function confirm(question: Question): Promise<boolean> {
  await dialogsLoaded();
  return ask(question);
}

function ask({ title, message, confirm, cancel = "Cancel", danger }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      labels: { confirm, cancel },
      // Otherwise the focus would start at the cross that closes the dialog.
      confirmProps: { "data-autofocus": true, ...(danger && { color: "red" }) },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      // Every way of closing ends up here. After a result it does nothing.
      onClose: () => resolve(false),
    });
  });
}
