/**
 * Shows a dialog over the page; Escape, Cancel, and a click outside close it. False if the browser lacks
 * `<dialog>`.
 */
export function openModal(dialog: HTMLDialogElement, onClose: () => void): boolean {
  if (typeof dialog.showModal !== "function") return false;
  // The event of having been closed a moment ago may still be pending, and mustn't end this opening.
  dialog.dispatchEvent(new Event("close"));
  // An open dialog, which visitors without JavaScript get, can't become a modal one.
  dialog.open = false;
  dialog.showModal();
  const clickOutside = (event: MouseEvent) => {
    if (event.target === dialog && !isInside(dialog, event)) dialog.close();
  };
  dialog.addEventListener("click", clickOutside);
  const end = () => {
    if (dialog.open) return;
    dialog.removeEventListener("close", end);
    dialog.removeEventListener("click", clickOutside);
    onClose();
  };
  dialog.addEventListener("close", end);
  return true;
}

function isInside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
