import { useQueryClient } from "@tanstack/react-query";
import { AUTOMATION_ERRORS, type Automation } from "#src/features/email/automations/contract.ts";
import type { Definition } from "#src/features/email/automations/definition-rules.ts";
import { useDefinitionForm } from "#src/features/email/sequences/ui/shared/use-definition-form.ts";
import { automationsApi, updateAutomation } from "../shared/automation-queries.ts";

export type Change = (definition: Definition) => Partial<Definition>;

/** The form of the whole rule. */
export function useRuleForm(automation: Automation) {
  const queries = useQueryClient();
  return useDefinitionForm<Definition, Automation>({
    row: automation,
    nameMissing: AUTOMATION_ERRORS.AUTOMATION_NAME_MISSING.message,
    update: updateAutomation,
    onSaved: (row) => {
      queries.setQueryData(automationsApi.get.queryKey({ input: { id: row.id } }), row as never);
      void queries.invalidateQueries({ queryKey: automationsApi.list.key() });
    },
  });
}

export type RuleEntity = ReturnType<typeof useRuleForm>;
