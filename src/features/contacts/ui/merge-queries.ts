import { useQueryClient } from "@tanstack/react-query";
import { clientFor } from "#src/kit/api.ts";
import { tellError, tellSuccess } from "#src/kit/notices.tsx";
import { mergeContract } from "../merge-contract.ts";
import { contactsApi } from "./contact-queries.ts";
import { nameOf } from "./contact-words.ts";

export const mergeApi = clientFor("contacts", mergeContract);

/** Makes two leads of one again. The id is that of the one who’s gone. */
export function useSplitting() {
  const queries = useQueryClient();
  return async (id: string) => {
    try {
      const back = await mergeApi.split.call({ id });
      tellSuccess({ message: `${nameOf(back)} is a lead of their own again.` });
    } catch (error) {
      tellError(error, "The merge wasn’t undone. Try again.");
    }
    await queries.invalidateQueries({ queryKey: contactsApi.key() });
  };
}
