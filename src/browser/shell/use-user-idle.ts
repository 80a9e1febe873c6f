import { useEffect, useState } from "react";
import { PATHS } from "#src/lib/paths.ts";

/** Screens that people look at rather than work on. */
const OVERVIEWS: readonly string[] = [PATHS.profiles, PATHS.analytics, PATHS.leads];
/** Search parameters of an open editor or dialog. */
const OPEN = ["edit", "create", "trash"];
const BUSY = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [aria-busy=true]";
/** Spec §4: the popup appears 1 s after it's due. */
const CALM_MS = 1000;
const ACTIVITY = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

/**
 * True after a second without input, on a screen where nothing is open or being filled out. Only checks while
 * `isAsked`.
 */
export function useUserIdle(isAsked: boolean): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    setCalm(false);
    if (!isAsked) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isBusy() ? wait() : setCalm(true)), CALM_MS);
    };
    wait();
    for (const name of ACTIVITY) addEventListener(name, wait, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of ACTIVITY) removeEventListener(name, wait, { capture: true });
    };
  }, [isAsked]);
  return isCalm;
}

function isBusy(): boolean {
  const focused = document.activeElement;
  const isTyping = focused?.matches("input, textarea, select, [contenteditable]") ?? false;
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  const isElsewhere = !OVERVIEWS.includes(pathname) || OPEN.some((name) => query.has(name));
  return isElsewhere || isTyping || document.hidden || document.querySelector(BUSY) !== null;
}
