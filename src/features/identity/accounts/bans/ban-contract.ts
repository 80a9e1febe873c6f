import * as z from "zod";
import { routesOf, staff, storedMoment, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { ACCOUNT_ERRORS } from "../contract.ts";
import { BAN_REASON_CHARS_MAX } from "../rules.ts";

const { put, del } = routesOf("staff");

export const BAN_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"),
  BAN_REASON_MISSING: { status: 400, message: "Say why. The account’s owner reads it." },
  BAN_OVER: { status: 400, message: "Choose an end in the future." },
  BAN_LONG: { status: 400, message: "Choose an end within a year, or suspend the account for good." },
} as const;

const ofAccount = z.object({ id: z.string().max(100) });
const banSchema = z.object({ is_banned: z.boolean() });

export const banContract = {
  ban: staff("bans")
    .route(
      put(
        "/admin/users/{id}/ban",
        "Suspend an account: its owner is signed out and told why, its pages, keys and e-mail stop",
      ),
    )
    .errors(BAN_ERRORS)
    .input(
      ofAccount.extend({
        reason: writtenText(BAN_REASON_CHARS_MAX),
        /** Null for good. */
        until: storedMoment.nullable().default(null),
      }),
    )
    .output(
      banSchema.extend({
        /** The proposal that waits for a second member of staff, or null if nobody else has to confirm it. */
        approval_id: z.string().nullable(),
      }),
    ),
  liftBan: staff("bans")
    .route(del("/admin/users/{id}/ban", "Let a suspended account go on"))
    .errors(pickErrors(BAN_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"))
    .input(ofAccount)
    .output(banSchema),
};
