import { queryOptions } from "@tanstack/react-query";
import { pageDraftsContract } from "#src/features/pages/page-versions/drafts/draft-contract.ts";
import { clientFor } from "#src/kit/api.ts";

export const pageDraftsApi = clientFor("pageDrafts", pageDraftsContract);

/** Of a page, or of the draft that it is. */
export function pageDraftQuery(profile_id: string) {
  // It changes by itself at its time, and with everything that's edited.
  return queryOptions({ ...pageDraftsApi.get.queryOptions({ input: { profile_id } }), staleTime: 0 });
}
