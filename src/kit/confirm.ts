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

/** `load` is called with the first question, whose dialog's code nobody loads before. */
export function onFirstQuestion(load: () => void): void {
  loadDialogs = load;
}

/** To be called once that code is there. */
export function answerQuestions(): void {
  dialogsCome();
}

/** Asks for confirmation; true if confirmed. */
export async function confirm(question: Question): Promise<boolean> {
  loadDialogs();
  await dialogsAreThere;
  return ask(question);
}

function ask({ title, message, confirm, cancel = "Cancel", danger }: Question): Promise<boolean> {
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
