import * as z from "zod";

/** One of an account's sessions ended early: its owner signed out or set a new password. */
export const sessionEnded = {
  name: "account.session-ended",
  payload: z.object({ user_id: z.string() }),
};

/** An account was closed, so that nobody can see its pages, or reopened. */
export const accountClosed = {
  name: "account.closed",
  payload: z.object({ user_id: z.string() }),
};
