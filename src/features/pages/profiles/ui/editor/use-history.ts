import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type History, NO_HISTORY, stepBack, stepForward, withChange } from "./history-rules.ts";
import type { ProfileFormValues } from "./profile-form.ts";
import { ASKED_FIRST } from "./save-rules.ts";

type Values = ProfileFormValues;
type Move = (history: History<Values>) => ReturnType<typeof stepBack<Values>>;

/** Remembers what the editor's form has been changed to. `apply` sets some of its values. */
export function useHistory(apply: (values: Partial<Values>) => void) {
  const [history, setHistory] = useState<History<Values>>(NO_HISTORY);
  const isOwn = useRef(false);
  /** Runs what changes values without being a step of the history. */
  const unrecorded = (change: () => void) => {
    isOwn.current = true;
    change();
    isOwn.current = false;
  };
  const record = (after: Values, before: Values) => {
    if (isOwn.current) return;
    const at = Date.now();
    setHistory((known) => withChange(known, { before, after, at, except: ASKED_FIRST }));
  };
  const move = (to: Move) => {
    const moved = to(history);
    if (!moved) return;
    unrecorded(() => apply(moved.values));
    setHistory(moved.history);
  };
  const undo = () => move(stepBack);
  const redo = () => move(stepForward);
  useUndoKeys(undo, redo);
  return {
    record,
    unrecorded,
    undo,
    redo,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
  };
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
