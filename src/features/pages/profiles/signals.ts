import * as z from "zod";

/** What's shown at these usernames has changed, so anything rendered for them is stale. */
export const pageChanged = {
  name: "page.changed",
  payload: z.object({ profile_id: z.string(), usernames: z.array(z.string()) }),
};
