import * as z from "zod";

/** These people have something new to read, or have read something. */
export const notificationsChanged = {
  name: "notifications.inbox-changed",
  payload: z.object({ user_ids: z.array(z.string()) }),
};
