import { useHotkeys } from "@mantine/hooks";
import { useRef, useState } from "react";
import { isAlike } from "#src/kit/form/form-state.ts";
import { type History, NO_HISTORY, redo, remember, undo } from "./history.ts";

/** A definition with the name of what it defines, which isn't part of what's undone. */
export type Named<Definition> = Definition & { name: string };

/** What's in an error isn't in the order of the contract, so the order of names says nothing. */
const isSame = (one: unknown, other: unknown) => inOrder(one) === inOrder(other);
const inOrder = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Two people's edits of one form together, or undefined if both changed the same part differently. */
export function mergeForms<Form extends object>(base: Form, mine: Form, theirs: Form): Form | undefined {
  const changed = (Object.keys(base) as (keyof Form)[]).filter((field) => !isSame(base[field], mine[field]));
  const clashes = changed.some(
    (field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]),
  );
  if (clashes) return undefined;
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

interface Undoable<Definition> {
  getValues: () => Named<Definition>;
  setValues: (values: Named<Definition>) => void;
}

/** Undo and redo for a form, by buttons and by keys. */
export function useUndo<Definition extends object>(form: Undoable<Definition>) {
  const [history, setHistory] = useState<History<Definition>>(NO_HISTORY);
  // Fields keep text of their own, so they start afresh with what comes back.
  const [revision, setRevision] = useState(0);
  const latest = useRef<History<Definition>>(NO_HISTORY);
  const current = (): { name: string; definition: Definition } => {
    const { name, ...definition } = form.getValues();
    return { name, definition: definition as unknown as Definition };
  };
  const go = (step: typeof undo) => () => {
    const { name, definition } = current();
    const found = step(latest.current, definition);
    if (!found) return;
    latest.current = found.history;
    setHistory(found.history);
    setRevision((count) => count + 1);
    form.setValues({ ...found.value, name });
  };
  const change = (update: (definition: Definition) => Partial<Definition>, mark = "") => {
    const { name, definition: before } = current();
    const after = { ...before, ...update(before) };
    if (isAlike(before, after)) return;
    latest.current = remember(latest.current, before, { mark, at: Date.now() });
    setHistory(latest.current);
    form.setValues({ ...after, name });
  };
  useHotkeys([
    ["mod+Z", go(undo)],
    ["mod+shift+Z", go(redo)],
  ]);
  return {
    change,
    revision,
    undo: history.past.length > 0 ? go(undo) : undefined,
    redo: history.future.length > 0 ? go(redo) : undefined,
  };
}
