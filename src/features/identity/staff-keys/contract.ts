import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import type { StaffScope } from "#src/lib/access.ts";
import { idSchema, listOf, routesOf, staffPerson, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import {
  NAME_CHARS_MAX,
  OVERLAP_HOURS_DEFAULT,
  OVERLAP_HOURS_MAX,
  REASON_CHARS_MAX,
  STAFF_KEYS_MAX,
  STAFF_SCOPE_NAMES,
} from "./rules.ts";

export const STAFF_KEY_ERRORS = {
  STAFF_KEY_NOT_FOUND: { status: 404, message: "That key is gone." },
  STAFF_KEY_NAME_MISSING: { status: 400, message: "Give the key a name, such as where you’ll use it." },
  STAFF_KEY_SCOPES_MISSING: { status: 400, message: "Choose at least one thing this key may do." },
  STAFF_KEY_SCOPES_REFUSED: {
    status: 403,
    message: "Your role doesn’t have all of that. Reload to see what it has.",
  },
  STAFF_KEY_END_PAST: { status: 400, message: "Choose a moment in the future." },
  STAFF_KEY_END_LATE: { status: 400, message: "A key works for a year at most." },
  STAFF_KEY_LIMIT: {
    status: 409,
    message: `You have ${STAFF_KEYS_MAX} keys, which is the limit. Revoke one you no longer use.`,
  },
  STAFF_KEY_NOT_YOURS: { status: 403, message: "Only who made a key can replace it." },
  STAFF_KEY_OVER: { status: 409, message: "That key has ended. Create a new one." },
  STAFF_KEY_REASON_MISSING: { status: 400, message: "Say why. Whoever made the key reads it." },
} as const;
const { STAFF_KEY_NOT_FOUND, STAFF_KEY_OVER } = STAFF_KEY_ERRORS;

const scopeSchema = z.enum(STAFF_SCOPE_NAMES as [StaffScope, ...StaffScope[]]);
const personSchema = z.object({ id: z.string(), name: z.string() });

const staffKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters. */
  start: z.string(),
  scopes: z.array(scopeSchema),
  /** Those that it has now, because its maker's role has them. */
  working_scopes: z.array(scopeSchema),
  /** `idle`: its maker's role has none of its scopes at the moment, so it doesn't work. */
  state: z.enum(["active", "idle", "expired", "revoked"]),
  made_by: personSchema,
  is_own: z.boolean(),
  expires_at: z.string(),
  /** Accurate to a minute. */
  used_at: z.string().nullable(),
  /** The end of its predecessor's overlap. */
  old_until: z.string().nullable(),
  created_at: z.string(),
  revoked: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
});
export type StaffKey = z.infer<typeof staffKeySchema>;

/** Includes the key itself, which is shown only this once. */
const newStaffKeySchema = staffKeySchema.extend({ key: z.string() });
export type NewStaffKey = z.infer<typeof newStaffKeySchema>;

const newKeyInput = z.object({
  name: z.string().max(NAME_CHARS_MAX, `A name has up to ${NAME_CHARS_MAX} characters.`),
  scopes: z.array(scopeSchema).max(STAFF_SCOPE_NAMES.length),
  expires_at: z.iso.datetime({ offset: true, error: "Enter a time such as 2027-01-31T00:00:00Z." }),
});
export type NewKeyInput = z.output<typeof newKeyInput>;

const ofKey = z.object({ id: idSchema });
const { get, post } = routesOf("staff");

export const staffKeysContract = {
  list: staffPerson("accounts")
    .route(
      get(
        "/admin/keys",
        "Your staff keys, or everyone’s for those in charge of staff: those that work first, then the newest",
      ),
    )
    .output(listOf(staffKeySchema)),
  create: staffPerson("accounts")
    .route(
      post("/admin/keys", "Create a staff key; its answer is the only one that has the key itself", {
        successStatus: 201,
      }),
    )
    .errors({
      ...pickErrors(STAFF_KEY_ERRORS, "STAFF_KEY_NAME_MISSING", "STAFF_KEY_SCOPES_MISSING"),
      ...pickErrors(STAFF_KEY_ERRORS, "STAFF_KEY_SCOPES_REFUSED", "STAFF_KEY_END_PAST"),
      ...pickErrors(STAFF_KEY_ERRORS, "STAFF_KEY_END_LATE", "STAFF_KEY_LIMIT"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(newKeyInput)
    .output(newStaffKeySchema),
  rotate: staffPerson("accounts")
    .route(
      post("/admin/keys/{id}/rotate", "Replace your staff key; the old one works on for as long as you say"),
    )
    .errors({
      STAFF_KEY_NOT_FOUND,
      STAFF_KEY_OVER,
      ...pickErrors(STAFF_KEY_ERRORS, "STAFF_KEY_NOT_YOURS"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(
      ofKey.extend({
        overlap_hours: z
          .number()
          .min(0, "Enter 0 hours or more.")
          .max(OVERLAP_HOURS_MAX, `Enter ${OVERLAP_HOURS_MAX} hours or less.`)
          .default(OVERLAP_HOURS_DEFAULT),
      }),
    )
    .output(newStaffKeySchema),
  revoke: staffPerson("accounts")
    .route(post("/admin/keys/{id}/revoke", "Revoke a staff key at once; others’ keys take a reason"))
    .errors({
      STAFF_KEY_NOT_FOUND,
      STAFF_KEY_OVER,
      ...pickErrors(STAFF_KEY_ERRORS, "STAFF_KEY_REASON_MISSING"),
    })
    .input(ofKey.extend({ reason: writtenText(REASON_CHARS_MAX).default("") }))
    .output(staffKeySchema),
};
