import { useEffect, useEffectEvent } from "react";

/** What each key does. Keys that aren't listed do what they always do. */
export type CaseKeys = Readonly<Record<string, () => void>>;

const TYPED = "input, textarea, select, [contenteditable], [role=dialog]";

/** Keys of the queue. They wait while somebody types, or a dialog is open. */
export function useCaseKeys(keys: CaseKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target instanceof Element && target.closest(TYPED)) return;
    if (document.querySelector("[role=dialog]") || !Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]?.();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
