import { useQueryClient } from "@tanstack/react-query";
import { changesContract } from "#src/features/admin/users/changes/change-contract.ts";
import { usersContract } from "#src/features/admin/users/contract.ts";
import { mergesContract } from "#src/features/admin/users/merges/merge-contract.ts";
import { grantsContract } from "#src/features/money/entitlements/grants/grants-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const usersApi = clientFor("users", usersContract);
export const changesApi = clientFor("users", changesContract);
export const mergesApi = clientFor("users", mergesContract);
export const grantsApi = clientFor("billing", grantsContract);

/** Everything about accounts that's shown is loaded again. */
export function useUsersRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: usersApi.key() }),
      queries.invalidateQueries({ queryKey: grantsApi.listGrants.key() }),
    ]);
  };
}
