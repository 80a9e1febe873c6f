/** Shows a dialog over the page; Escape, Cancel and a click outside close it. False where browsers lack `<dialog>`. */
export function openModal(dialog: HTMLDialogElement, onClose: () => void): boolean {
  if (typeof dialog.showModal !== "function") return false;
  // An open dialog, as visitors without JavaScript get it, can't become a modal one.
  dialog.open = false;
  dialog.showModal();
  const clickOutside = (event: MouseEvent) => {
    if (event.target === dialog && !isInside(dialog, event)) dialog.close();
  };
  dialog.addEventListener("click", clickOutside);
  dialog.addEventListener(
    "close",
    () => {
      dialog.removeEventListener("click", clickOutside);
      onClose();
    },
    { once: true },
  );
  return true;
}

function isInside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
