import * as z from "zod";

/** A session of an account was ended before its time: its owner signed out, or chose a new password. */
export const sessionEnded = {
  name: "account.session-ended",
  payload: z.object({ user_id: z.string() }),
};

/** An account may not be used any more, and nobody is shown its pages. */
export const accountBanned = {
  name: "account.banned",
  payload: z.object({ user_id: z.string() }),
};
