import * as z from "zod";

/** A membership has changed or ended, so the member's open connections check whether they may continue. */
export const membershipChanged = {
  name: "team.membership-changed",
  payload: z.object({ user_id: z.string() }),
};
