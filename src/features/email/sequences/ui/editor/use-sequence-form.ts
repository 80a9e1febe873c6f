import { useHotkeys } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { SEQUENCE_ERRORS, type Sequence } from "#src/features/email/sequences/contract.ts";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import { isAlike } from "#src/kit/form/form-state.ts";
import { newerOf, useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { sequencesApi, updateSequence } from "../shared/sequence-queries.ts";
import { NO_HISTORY, redo, remember, undo } from "./history.ts";

export type SequenceForm = Definition & { name: string };
export type Change = (definition: Definition) => Partial<Definition>;

const formOf = ({ name, draft }: Sequence): SequenceForm => ({ ...draft, name });

function partsOf({ name, ...draft }: SequenceForm): { name: string; draft: Definition } {
  return { name, draft };
}

/** Saves the form over a version. Other people's changes to other parts are kept. */
async function saveOver(over: Sequence, form: SequenceForm): Promise<Sequence> {
  const { id, updated_at } = over;
  if (isAlike(form, formOf(over))) return over;
  try {
    return await updateSequence({ id, updated_at, ...partsOf(form) });
  } catch (error) {
    const theirs = newerOf<Sequence>(error);
    if (!theirs) throw error;
    const both = mergeForms(formOf(over), form, formOf(theirs));
    if (!both) throw error;
    return updateSequence({ id, updated_at: theirs.updated_at, ...partsOf(both) });
  }
}

/** Two people's edits of one sequence together, or undefined if both changed the same part differently. */
export function mergeForms(
  base: SequenceForm,
  mine: SequenceForm,
  theirs: SequenceForm,
): SequenceForm | undefined {
  const changed = (Object.keys(base) as (keyof SequenceForm)[]).filter(
    (field) => !isAlike(base[field], mine[field]),
  );
  const clashes = changed.some(
    (field) => !isAlike(base[field], theirs[field]) && !isAlike(mine[field], theirs[field]),
  );
  if (clashes) return undefined;
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

/** The form of the whole sequence, which saves itself, and can be undone. */
export function useSequenceForm(sequence: Sequence) {
  const queries = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const keep = (row: Sequence) => {
    queries.setQueryData(sequencesApi.get.queryKey({ input: { id: row.id } }), row as never);
    void queries.invalidateQueries({ queryKey: sequencesApi.list.key() });
  };
  const entity = useEntityForm({
    kind: "stays",
    autosaves: element,
    row: sequence,
    valuesOf: (row = sequence) => formOf(row),
    checks: {
      name: (name: string) => (name.trim() === "" ? SEQUENCE_ERRORS.SEQUENCE_NAME_MISSING.message : null),
    },
    sentOf: (form) => form,
    send: (form, _about, over = sequence) => saveOver(over, form),
    failure: "We couldn’t save that. Try again.",
    onSaved: keep,
    onTaken: keep,
  });
  const { form } = entity;
  return {
    ...entity,
    ...useUndo(form),
    element,
    values: form.values,
    isSaved: !form.isDirty() && !entity.isSending,
    nameProps: form.getInputProps("name"),
  };
}

interface Undoable {
  values: SequenceForm;
  getValues: () => SequenceForm;
  setValues: (values: SequenceForm) => void;
}

function useUndo(form: Undoable) {
  const [history, setHistory] = useState(NO_HISTORY);
  // Fields keep text of their own, so they start afresh with what comes back.
  const [revision, setRevision] = useState(0);
  const latest = useRef(NO_HISTORY);
  const go = (step: typeof undo) => () => {
    const { name, ...definition } = form.getValues();
    const found = step(latest.current, definition);
    if (!found) return;
    latest.current = found.history;
    setHistory(found.history);
    setRevision((count) => count + 1);
    form.setValues({ ...found.definition, name });
  };
  const change = (change: Change, mark = "") => {
    const { name, ...before } = form.getValues();
    const after = { ...before, ...change(before) };
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
