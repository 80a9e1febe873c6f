import { useQueryClient } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { mergeContract } from "../../merge/merge-contract.ts";
import { contactsApi } from "../contact-queries.ts";
import { contactName } from "../shared/contact-labels.ts";

export const mergeApi = clientFor("contacts", mergeContract);

/** Undoes a merge. The id is the merged lead's. */
export function useUndoMerge() {
  const queries = useQueryClient();
  return async (id: string) => {
    try {
      const back = await mergeApi.split.call({ id });
      toastSuccess({ message: `${contactName(back)} is a lead of their own again.` });
    } catch (error) {
      toastError(error, "The merge wasn’t undone. Try again.");
    }
    await queries.invalidateQueries({ queryKey: contactsApi.key() });
  };
}
