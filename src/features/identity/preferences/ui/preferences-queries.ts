import { useQueryClient } from "@tanstack/react-query";
import { preferencesContract } from "#src/features/identity/preferences/contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const preferencesApi = clientFor("preferences", preferencesContract);

/** The choices depend on whether the person has a device. */
export function usePreferencesRefresh() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: preferencesApi.key() });
}
