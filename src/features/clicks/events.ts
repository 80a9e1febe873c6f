import * as z from "zod";

/** These profiles have new events; said at most twice a second by each node. */
export const clicksRecorded = {
  name: "clicks.recorded",
  payload: z.object({ profile_ids: z.array(z.string()) }),
};
