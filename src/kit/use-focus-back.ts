import { useEffect, useRef } from "react";

/**
 * Returns the focus when a form inside the page closes, so that keyboard users continue where they were.
 * `open` identifies the form; `idOf` returns the id of the element that opened it.
 */
export function useFocusBack(open: string | undefined, idOf: (open: string) => string): void {
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (closed === undefined || closed === open || document.activeElement !== document.body) return;
    document.getElementById(idOf(closed))?.focus();
  }, [open, idOf]);
}
