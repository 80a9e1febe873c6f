import * as z from "zod";

/**
 * Someone's place on a team has changed or is gone, so anything they have open checks whether it may
 * continue.
 */
export const membershipChanged = {
  name: "team.membership-changed",
  payload: z.object({ user_id: z.string() }),
};
