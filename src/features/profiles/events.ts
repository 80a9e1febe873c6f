import * as z from "zod";

/** What is shown at these names has changed: whatever was rendered for them is stale. */
export const pageChanged = {
  name: "page.changed",
  payload: z.object({ profile_id: z.string(), usernames: z.array(z.string()) }),
};
