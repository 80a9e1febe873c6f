import { useQueryClient } from "@tanstack/react-query";
import { SEQUENCE_ERRORS, type Sequence } from "#src/features/email/sequences/contract.ts";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import { sequencesApi, updateSequence } from "../shared/sequence-queries.ts";
import { useDefinitionForm } from "../shared/use-definition-form.ts";

export type Change = (definition: Definition) => Partial<Definition>;

/** The form of the whole sequence. */
export function useSequenceForm(sequence: Sequence) {
  const queries = useQueryClient();
  return useDefinitionForm<Definition, Sequence>({
    row: sequence,
    nameMissing: SEQUENCE_ERRORS.SEQUENCE_NAME_MISSING.message,
    update: updateSequence,
    onSaved: (row) => {
      queries.setQueryData(sequencesApi.get.queryKey({ input: { id: row.id } }), row as never);
      void queries.invalidateQueries({ queryKey: sequencesApi.list.key() });
    },
  });
}

export type SequenceEntity = ReturnType<typeof useSequenceForm>;
