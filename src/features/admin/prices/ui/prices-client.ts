import { useQueryClient } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { pricesContract } from "../contract.ts";

export const pricesApi = clientFor("prices", pricesContract);

/** Loads everything about prices again, previews included. */
export function usePricesRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: pricesApi.key() });
}
