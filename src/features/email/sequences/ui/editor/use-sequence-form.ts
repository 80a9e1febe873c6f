import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { SEQUENCE_ERRORS, type Sequence } from "#src/features/email/sequences/contract.ts";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import { isAlike } from "#src/kit/form/form-state.ts";
import { newerOf, useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { sequencesApi, updateSequence } from "../shared/sequence-queries.ts";
import { mergeForms, useUndo } from "../shared/undoable-form.ts";

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
    ...useUndo<Definition>(form),
    element,
    values: form.values,
    isSaved: !form.isDirty() && !entity.isSending,
    nameProps: form.getInputProps("name"),
  };
}
