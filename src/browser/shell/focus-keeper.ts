import type { AnyRouter } from "@tanstack/react-router";

const BUTTONS = "a[href], button:not(:disabled)";
const FIELDS = "input, textarea, select";
const FOCUSABLE = `${BUTTONS}, ${FIELDS}, [tabindex="0"]`;

/** The focused element and its ancestors, innermost first, each with its position among its siblings. */
type Trail = { element: Element; index: number }[];

/**
 * Keeps the focus from getting lost: if the focused element goes away, the focus moves to its replacement, or
 * to the heading. After a navigation it's on the new page's heading, which tells screen reader users where
 * they are.
 */
export function keepFocus(router: AnyRouter): void {
  let trail: Trail = [];
  const openers = new WeakMap<Element, Trail>();
  let awaitsHeading = false;
  let isPlanned = false;
  let heading: Element | null = null;

  const settle = () => {
    isPlanned = false;
    const focused = document.activeElement;
    if (awaitsHeading) awaitsHeading = !isInPage(focused) && !focusHeading();
    else if (focused !== document.body) return;
    // The whole screen has been replaced, so nothing is left near the old focus.
    else if (heading && !heading.isConnected) awaitsHeading = !focusHeading();
    else focusNearest(trail);
  };
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    // Dialogs and menus return the focus themselves, a moment after they've closed.
    requestAnimationFrame(() => setTimeout(settle));
  };

  document.addEventListener("focusin", ({ target }) => {
    if ((target as Element).matches("[aria-hidden=true]")) return;
    const opened = (target as Element).closest("[role=dialog], [role=menu]");
    if (opened && !openers.has(opened)) openers.set(opened, trail);
    trail = trailOf(target as Element, openers);
    heading = document.querySelector("h1");
  });
  document.addEventListener("pointerdown", ({ target }) => {
    // Whoever picks an option is still in its field.
    if ((target as Element).closest("[role=listbox]")) return;
    // Some browsers don't focus a clicked button, and a click on nothing removes the focus.
    trail = trailOf((target as Element).closest(FOCUSABLE), openers);
  });
  new MutationObserver(plan).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled", "hidden"],
  });
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return;
    awaitsHeading = true;
    plan();
  });
}

/** True for a field of the new page that takes the focus itself. False for a dialog, which may be closing. */
function isInPage(element: Element | null): boolean {
  return element?.closest("main") != null && !element.matches("main");
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("h1");
  if (!heading || document.querySelector("[role=dialog]")) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

function focusNearest(trail: Trail): void {
  const [last] = trail;
  // A submit button gets the focus back afterward.
  if (!last || trail.some(({ element }) => element.isConnected && element.matches("[data-loading]"))) return;
  if (isUsable(last.element)) {
    // A field that's still there lost the focus on purpose: on a phone, that hides the keyboard.
    if (last.element.matches(BUTTONS)) (last.element as HTMLElement).focus();
    return;
  }
  const neighbor = last.element.matches("h1") ? undefined : neighborOf(trail);
  // What people look at stays where it is, even if the nearest button is far away.
  if (neighbor) neighbor.focus({ preventScroll: true });
  else focusHeading();
}

/**
 * A dialog or a menu is at the end of the document but belongs to the element that had the focus when it
 * opened.
 */
function trailOf(element: Element | null, openers: WeakMap<Element, Trail>): Trail {
  const trail: Trail = [];
  for (let step = element; step && step !== document.body; step = step.parentElement) {
    trail.push({ element: step, index: [...(step.parentElement?.children ?? [])].indexOf(step) });
    const opener = openers.get(step);
    if (opener) return [...trail, ...opener];
  }
  return trail;
}

function isUsable(element: Element): boolean {
  return (
    element.isConnected && element.matches(FOCUSABLE) && element.checkVisibility({ visibilityProperty: true })
  );
}

/** Elements that may receive the focus. Fields don't, because they would bring up a phone's keyboard. */
function accepts(element: Element): boolean {
  const isWelcome =
    element.matches(BUTTONS) || (element.matches(FIELDS) && matchMedia("(pointer: fine)").matches);
  return isWelcome && isUsable(element);
}

/** Returns the focusable element nearest to the last focused one. */
function neighborOf(trail: Trail): HTMLElement | undefined {
  for (const [depth, { element }] of trail.entries()) {
    if (depth === 0 || !element.isConnected) continue;
    if (accepts(element)) return element as HTMLElement;
    const index = trail[depth - 1]?.index ?? 0;
    const found = buttonsIn(element.children[index])[0] ?? buttonsIn(element.children[index - 1]).at(-1);
    if (found) return found;
  }
  return undefined;
}

function buttonsIn(place: Element | undefined): HTMLElement[] {
  if (!place) return [];
  return [place, ...place.querySelectorAll(BUTTONS)].filter(
    (candidate): candidate is HTMLElement => candidate.matches(BUTTONS) && isUsable(candidate),
  );
}
