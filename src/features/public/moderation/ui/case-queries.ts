import { useQueryClient } from "@tanstack/react-query";
import type { CaseQuery } from "#src/features/public/moderation/cases/case-contract.ts";
import { moderationContract } from "#src/features/public/moderation/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const moderationApi = clientFor("moderation", moderationContract);

export interface CaseSearch {
  case?: string;
  state?: string;
  reason?: string;
  /** Hours that a case has waited for at least. */
  older?: string;
  assignee?: string;
}

export function caseListOptions({ state, reason, older, assignee }: CaseSearch) {
  const filter = { state, reason, older_hours: older, assignee } as unknown as Partial<CaseQuery>;
  return moderationApi.listCases.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...filter, cursor }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
}

/** Loads everything about cases again. */
export function useCasesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: moderationApi.key() });
}
