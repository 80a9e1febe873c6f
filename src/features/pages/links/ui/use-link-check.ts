import { useMutation } from "@tanstack/react-query";
import { linkCheckContract } from "#src/features/pages/links/checks/check-contract.ts";
import type { Link } from "#src/features/pages/links/contract.ts";
import { clientFor } from "#src/kit/api.ts";
import { toastError, toastFailure, toastSuccess } from "#src/kit/toasts.tsx";
import { useLinkCache } from "./use-link-cache.ts";

const checkApi = clientFor("links", linkCheckContract);

/** Returns a function that looks at a link's URL again, and says what it found. */
export function useLinkCheck({ id, profile_id }: Link): () => void {
  const cache = useLinkCache(profile_id);
  const check = useMutation(
    checkApi.check.mutationOptions({
      onSuccess: ({ problem }) => {
        cache.refresh();
        if (problem === null) toastSuccess({ message: "The URL works again." });
        else toastFailure({ title: "Still not working", message: problem });
      },
      onError: (error) => toastError(error, "The URL couldn’t be checked. Try again."),
    }),
  );
  return () => check.mutate({ id });
}
