import * as z from "zod";

/** These profiles have new events; each node announces them at most twice a second. */
export const clicksRecorded = {
  name: "clicks.recorded",
  payload: z.object({ profile_ids: z.array(z.string()) }),
};
