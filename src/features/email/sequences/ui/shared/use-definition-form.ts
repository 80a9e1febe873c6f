import { useRef } from "react";
import { isAlike } from "#src/kit/form/form-state.ts";
import { newerOf, useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { mergeForms, type Named, useUndo } from "./undoable-form.ts";

/** A sequence or a rule, with what's being written of it. */
interface Defined<Definition> {
  id: string;
  updated_at: string;
  name: string;
  draft: Definition;
}

interface DefinitionFormInput<Definition, Row extends Defined<Definition>> {
  row: Row;
  nameMissing: string;
  update: (changed: Defined<Definition>) => Promise<Row>;
  /** Takes what was saved to where it's shown. */
  onSaved: (row: Row) => void;
}

/** The form of a whole sequence or rule, which saves itself, and can be undone. */
export function useDefinitionForm<Definition extends object, Row extends Defined<Definition>>(
  input: DefinitionFormInput<Definition, Row>,
) {
  const { row: loaded, nameMissing, onSaved } = input;
  const element = useRef<HTMLFormElement>(null);
  const entity = useEntityForm<Named<Definition>, Row, Named<Definition>>({
    kind: "stays",
    autosaves: element,
    row: loaded,
    valuesOf: (row = loaded) => formOf(row),
    checks: { name: (name: string) => (name.trim() === "" ? nameMissing : null) } as object,
    sentOf: (form) => form,
    send: (form, _about, over = loaded) => saveOver(input, over, form),
    failure: "We couldn’t save that. Try again.",
    onSaved,
    onTaken: onSaved,
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

const formOf = <Definition>({ name, draft }: Defined<Definition>): Named<Definition> => ({ ...draft, name });

/** Saves the form over a version. Other people's changes to other parts are kept. */
async function saveOver<Definition extends object, Row extends Defined<Definition>>(
  { update }: DefinitionFormInput<Definition, Row>,
  over: Row,
  form: Named<Definition>,
): Promise<Row> {
  if (isAlike(form, formOf(over))) return over;
  const save = ({ name, ...draft }: Named<Definition>, { id, updated_at }: Row) =>
    update({ id, updated_at, name, draft: draft as unknown as Definition });
  try {
    return await save(form, over);
  } catch (error) {
    const theirs = newerOf<Row>(error);
    if (!theirs) throw error;
    const both = mergeForms(formOf(over), form, formOf(theirs));
    if (!both) throw error;
    return save(both, theirs);
  }
}
