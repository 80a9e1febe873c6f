/** A toast closes by itself after this long, but not while it has the pointer or the focus. */
const SHOWN_MS = 5000;
/** A dismissed toast stays in the document, hidden, for this long (spec §9). */
const REMOVED_AFTER_MS = 5000;

export type ToastKind = "note" | "error";

export type Toast = (title: string, text: string, kind?: ToastKind) => void;

let region: HTMLElement | undefined;
let dismissCurrent: (() => void) | undefined;

/** Adds the region for toasts up front: screen readers announce only what enters a region they already know. */
export function startToasts(): void {
  region = document.createElement("div");
  region.className = "toasts";
  region.lang = "en";
  region.ariaLive = "polite";
  // The page's own fonts and colors apply here.
  (document.querySelector(".page") ?? document.body).append(region);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !document.querySelector("dialog[open]")) dismissCurrent?.();
  });
}

/** Replaces the previous toast, because there is only ever one (spec §9). */
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
