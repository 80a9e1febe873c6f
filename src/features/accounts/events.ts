import * as z from "zod";

/** An account may not be used any more, and nobody is shown its pages. */
export const accountBanned = {
  name: "account.banned",
  payload: z.object({ user_id: z.string() }),
};
