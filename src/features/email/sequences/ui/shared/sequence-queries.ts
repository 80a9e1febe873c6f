import { useQueryClient } from "@tanstack/react-query";
import {
  type Sequence,
  type SequenceFigures,
  type SequenceSummary,
  sequencesContract,
} from "#src/features/email/sequences/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const sequencesApi = clientFor("sequences", sequencesContract);

/* The client's types of answers end at steps, because these contain themselves. */

export function sequencesQuery() {
  return {
    ...sequencesApi.list.queryOptions({}),
    select: ({ items }: { items: object[] }) => ({ items: items as SequenceSummary[] }),
  };
}

export function sequenceQuery(id: string) {
  return {
    ...sequencesApi.get.queryOptions({ input: { id } }),
    select: (sequence: object) => sequence as Sequence,
  };
}

export function figuresQuery(input: { id: string; version?: number }) {
  return {
    ...sequencesApi.figures.queryOptions({ input }),
    select: (figures: object) => figures as SequenceFigures,
  };
}

export async function createSequence(
  input: Parameters<typeof sequencesApi.create.call>[0],
): Promise<Sequence> {
  return (await sequencesApi.create.call(input)) as unknown as Sequence;
}

export async function updateSequence(
  input: Parameters<typeof sequencesApi.update.call>[0],
): Promise<Sequence> {
  return (await sequencesApi.update.call(input)) as unknown as Sequence;
}

export function useSequencesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: sequencesApi.key() });
}
