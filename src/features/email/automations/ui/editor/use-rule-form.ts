import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { AUTOMATION_ERRORS, type Automation } from "#src/features/email/automations/contract.ts";
import type { Definition } from "#src/features/email/automations/definition-rules.ts";
import { mergeForms, type Named, useUndo } from "#src/features/email/sequences/ui/shared/undoable-form.ts";
import { isAlike } from "#src/kit/form/form-state.ts";
import { newerOf, useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { automationsApi, updateAutomation } from "../shared/automation-queries.ts";

type RuleForm = Named<Definition>;
export type Change = (definition: Definition) => Partial<Definition>;

const formOf = ({ name, draft }: Automation): RuleForm => ({ ...draft, name });

function partsOf({ name, ...draft }: RuleForm): { name: string; draft: Definition } {
  return { name, draft };
}

/** Saves the form over a version. Other people's changes to other parts are kept. */
async function saveOver(over: Automation, form: RuleForm): Promise<Automation> {
  const { id, updated_at } = over;
  if (isAlike(form, formOf(over))) return over;
  try {
    return await updateAutomation({ id, updated_at, ...partsOf(form) });
  } catch (error) {
    const theirs = newerOf<Automation>(error);
    if (!theirs) throw error;
    const both = mergeForms(formOf(over), form, formOf(theirs));
    if (!both) throw error;
    return updateAutomation({ id, updated_at: theirs.updated_at, ...partsOf(both) });
  }
}

/** The form of the whole rule, which saves itself, and can be undone. */
export function useRuleForm(automation: Automation) {
  const queries = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const keep = (row: Automation) => {
    queries.setQueryData(automationsApi.get.queryKey({ input: { id: row.id } }), row as never);
    void queries.invalidateQueries({ queryKey: automationsApi.list.key() });
  };
  const entity = useEntityForm({
    kind: "stays",
    autosaves: element,
    row: automation,
    valuesOf: (row = automation) => formOf(row),
    checks: {
      name: (name: string) => (name.trim() === "" ? AUTOMATION_ERRORS.AUTOMATION_NAME_MISSING.message : null),
    },
    sentOf: (form) => form,
    send: (form, _about, over = automation) => saveOver(over, form),
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

export type RuleEntity = ReturnType<typeof useRuleForm>;
