import { useQueryClient } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { signalContract } from "../contract.ts";

export const signalsApi = clientFor("signals", signalContract);

/** Loads everything about signals again. */
export function useSignalsRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: signalsApi.key() });
}
