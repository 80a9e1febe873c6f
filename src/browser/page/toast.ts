/** A toast goes by itself after this long, but not while somebody points at it or has the focus in it. */
const SHOWN_MS = 5000;
/** A dismissed toast stays in the document, unseen, for this long (spec §9). */
const REMOVED_AFTER_MS = 5000;

export type ToastKind = "note" | "error";

/** Shows a toast; everything that says something to the visitor is handed this. */
export type Toast = (title: string, text: string, kind?: ToastKind) => void;

let region: HTMLElement | undefined;
let dismissCurrent: (() => void) | undefined;

/** Puts the place for toasts into the page: screen readers announce only what comes into a region that they know. */
export function startToasts(): void {
  region = document.createElement("div");
  region.className = "toasts";
  region.ariaLive = "polite";
  // Where the page's own letters and colours are.
  (document.querySelector(".page") ?? document.body).append(region);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) dismissCurrent?.();
  });
}

/** Shows a toast in place of the one before: there is one at a time (spec §9). */
export const toast: Toast = (title, text, kind = "note") => {
  if (!region) startToasts();
  dismissCurrent?.();
  const origin = document.activeElement;
  const element = document.createElement("div");
  element.className = `toast ${kind}`;
  const close = document.createElement("button");
  close.type = "button";
  close.ariaLabel = "Dismiss";
  close.textContent = "×";
  element.append(paragraph(title, "strong"), paragraph(text, "span"), close);

  let timer = 0;
  const dismiss = () => {
    if (dismissCurrent === dismiss) dismissCurrent = undefined;
    clearTimeout(timer);
    const hadFocus = element.contains(document.activeElement);
    element.inert = true;
    if (hadFocus && origin instanceof HTMLElement) origin.focus();
    setTimeout(() => element.remove(), REMOVED_AFTER_MS);
  };
  const hold = () => clearTimeout(timer);
  const release = () => {
    clearTimeout(timer);
    if (!element.inert) timer = window.setTimeout(dismiss, SHOWN_MS);
  };
  close.addEventListener("click", dismiss);
  for (const type of ["pointerenter", "focusin"]) element.addEventListener(type, hold);
  for (const type of ["pointerleave", "focusout"]) element.addEventListener(type, release);
  dismissCurrent = dismiss;
  region?.setAttribute("aria-live", kind === "error" ? "assertive" : "polite");
  region?.append(element);
  release();
};

function paragraph(text: string, tag: "strong" | "span"): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
