/** Shows a dialog over the page; Escape, Cancel and a click outside close it. False where the browser knows no dialogs. */
export function openModal(dialog: HTMLDialogElement, onClose: () => void): boolean {
  if (typeof dialog.showModal !== "function") return false;
  // A dialog that stands open for those without script would refuse to become a modal one.
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
