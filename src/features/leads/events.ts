import * as z from "zod";

/** Somebody has left an address on a page. */
export const leadCaptured = {
  name: "lead.captured",
  payload: z.object({ lead_id: z.string(), profile_id: z.string(), user_id: z.string() }),
};
