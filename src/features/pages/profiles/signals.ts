import * as z from "zod";

/** The pages at these usernames have changed, so their cached copies are stale. */
export const pageChanged = {
  name: "page.changed",
  payload: z.object({ profile_id: z.string(), usernames: z.array(z.string()) }),
};
