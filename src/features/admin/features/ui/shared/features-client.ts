import { useQueryClient } from "@tanstack/react-query";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { clientFor } from "#src/kit/api.ts";
import { featuresContract } from "../../contract.ts";

export const featuresApi = clientFor("features", featuresContract);

/** Loads everything about the switches again, and what the person's own account has. */
export function useFeaturesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: featuresApi.key() });
    await queries.invalidateQueries(meQuery());
  };
}
