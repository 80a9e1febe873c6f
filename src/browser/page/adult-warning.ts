import { openModal } from "./modal.ts";

interface Answers {
  /** Still inside the visitor's click. */
  onContinue: () => void;
  onCancel: () => void;
}

/** Asks whether the visitor is of age (spec §2). False where the page can't ask: then the server does. */
export function askAge(card: HTMLElement, { onContinue, onCancel }: Answers): boolean {
  const dialog = document.querySelector<HTMLDialogElement>("#adult");
  const yes = dialog?.querySelector<HTMLButtonElement>("[data-continue]");
  if (!dialog || !yes) return false;
  let isOfAge = false;
  const proceed = () => {
    isOfAge = true;
    dialog.close();
    onContinue();
  };
  const isOpen = openModal(dialog, () => {
    yes.removeEventListener("click", proceed);
    // Safari doesn't focus a link that is clicked, and would return the focus to the top of the page.
    card.focus({ preventScroll: true });
    if (!isOfAge) onCancel();
  });
  if (isOpen) yes.addEventListener("click", proceed);
  return isOpen;
}
