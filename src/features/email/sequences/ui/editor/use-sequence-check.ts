import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Sequence, SequenceCheck } from "#src/features/email/sequences/contract.ts";
import { sequencesApi } from "../shared/sequence-queries.ts";

/** The check of what's saved. While there's a newer version, the last one stays, but nothing is published by it. */
export function useSequenceCheck({ id, updated_at }: Sequence, isSaved: boolean) {
  const query = useQuery({
    ...sequencesApi.check.queryOptions({ input: { id } }),
    queryKey: [...sequencesApi.check.key({ input: { id } }), updated_at],
    enabled: isSaved,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const data: SequenceCheck | undefined = query.data;
  return { query, data, isCurrent: isSaved && data !== undefined && !query.isPlaceholderData };
}
export type SequenceChecking = ReturnType<typeof useSequenceCheck>;
