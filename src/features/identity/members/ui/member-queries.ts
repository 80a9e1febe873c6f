import { useQueryClient } from "@tanstack/react-query";
import { membersContract } from "#src/features/identity/members/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const membersApi = clientFor("members", membersContract);

/** Refetches the team after a change. Resolves once it's there. */
export function useTeamRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: membersApi.list.key() }),
      queries.invalidateQueries({ queryKey: membersApi.invitations.key() }),
    ]);
  };
}
