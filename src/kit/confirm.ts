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

let loadDialogs: () => void = () => undefined;
let dialogsCome: () => void = () => undefined;
const dialogsAreThere = new Promise<void>((resolve) => {
  dialogsCome = resolve;
});

/** Calls `load` with the first question; until then nobody loads the dialog's code. */
export function onFirstConfirm(load: () => void): void {
  loadDialogs = load;
}

/** Call this once that code has loaded. */
export function markConfirmHostReady(): void {
  dialogsCome();
}

/** Once this resolves, `modals` can open dialogs. */
export async function dialogsLoaded(): Promise<void> {
  loadDialogs();
  await dialogsAreThere;
}

/** Asks for confirmation; true if confirmed. */
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
      // Else the dialog would start at the cross that closes it.
      confirmProps: { "data-autofocus": true, ...(danger && { color: "red" }) },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      // Every way of closing ends up here. After an answer it does nothing.
      onClose: () => resolve(false),
    });
  });
}
