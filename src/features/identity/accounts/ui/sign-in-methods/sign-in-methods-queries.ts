import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { signInMethodsContract } from "#src/features/identity/accounts/sign-in-methods/sign-in-methods-contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { toastError } from "#src/kit/toasts.tsx";

export const signInMethodsApi = clientFor("accounts", signInMethodsContract);

export function signInMethodsQuery() {
  return queryOptions(signInMethodsApi.waysIn.queryOptions({ staleTime: 60_000 }));
}

interface Change<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** The message if it fails and the server gives no reason. */
  failure: string;
  onDone?: (output: Output) => void;
}

/** Changes a sign-in method. The section shows it right away. */
export function useSignInMethodChange<Input, Output>({ run, failure, onDone }: Change<Input, Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (output) => {
      await queries.invalidateQueries({ queryKey: signInMethodsQuery().queryKey });
      onDone?.(output);
    },
    onError: (error) => toastError(error, failure),
  });
}
