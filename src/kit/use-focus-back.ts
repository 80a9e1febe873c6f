import { useEffect, useRef } from "react";

/**
 * Gives the cursor back when a form inside the page closes, so that people at a keyboard go on where they were. `open`
 * names what is open; `idOf` is the id of the element that opened it.
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
