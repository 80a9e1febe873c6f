import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type History, NO_HISTORY, stepBack, stepForward, withChange } from "./history-rules.ts";

/**
 * Remembers what a form has been changed to. `apply` sets some of its values, and `except` names a field that isn’t
 * undone here. Rerenders only when there begins or ceases to be something to undo.
 */
export function useHistory<Values extends object>(
  apply: (values: Partial<Values>) => void,
  except?: keyof Values,
) {
  const history = useRef<History<Values>>(NO_HISTORY);
  const [can, setCan] = useState({ undo: false, redo: false });
  const isOwn = useRef(false);
  const keep = (known: History<Values>) => {
    history.current = known;
    const [undo, redo] = [known.done.length > 0, known.undone.length > 0];
    setCan((before) => (before.undo === undo && before.redo === redo ? before : { undo, redo }));
  };
  /** Runs what changes values without being a step of the history. */
  const unrecorded = (change: () => void) => {
    isOwn.current = true;
    change();
    isOwn.current = false;
  };
  const record = (after: Values, before: Values) => {
    if (isOwn.current) return;
    keep(withChange(history.current, { before, after, at: Date.now(), ...(except && { except }) }));
  };
  const move = (to: typeof stepBack<Values>) => {
    const moved = to(history.current);
    if (!moved) return;
    unrecorded(() => apply(moved.values));
    keep(moved.history);
  };
  const undo = () => move(stepBack);
  const redo = () => move(stepForward);
  useUndoKeys(undo, redo);
  return { record, unrecorded, undo, redo, canUndo: can.undo, canRedo: can.redo };
}

const TEXT_FIELDS =
  "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])";

/** While a text field has the focus, these keys are the browser's, which undoes its letters. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const isRedo = (key === "z" && event.shiftKey) || (key === "y" && event.ctrlKey);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isRedo || key === "z")) return;
    const target = event.target as Element;
    if (target.matches(TEXT_FIELDS) || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    if (isRedo) redo();
    else undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
