import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { tellError } from "#src/kit/notices.tsx";
import { factorsApi } from "./factor-queries.ts";

export function waysInQuery() {
  return queryOptions(factorsApi.waysIn.queryOptions({ staleTime: 60_000 }));
}

interface Change<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** What to say if it fails and the server gives no reason. */
  failure: string;
  onDone?: (output: Output) => void;
}

/** Changes a way to sign in. The section shows it right away. */
export function useChange<Input, Output>({ run, failure, onDone }: Change<Input, Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (output) => {
      await queries.invalidateQueries({ queryKey: waysInQuery().queryKey });
      onDone?.(output);
    },
    onError: (error) => tellError(error, failure),
  });
}
