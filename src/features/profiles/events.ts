import * as z from "zod";

/** What is shown at these names has changed: whatever was rendered for them is stale. */
export const pageChanged = {
  name: "page.changed",
  payload: z.object({ profile_id: z.string(), usernames: z.array(z.string()) }),
};

/** A deleted profile's time to be brought back is over and its row is gone; what others keep about it can go as well. */
export const profilePurged = {
  name: "profile.purged",
  payload: z.object({ profile_id: z.string(), user_id: z.string() }),
};
