import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { PROFILE_ERRORS } from "#src/features/pages/profiles/contract.ts";
import { SCOPE_NAMES } from "#src/lib/access.ts";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { KEY_NAME_CHARS_MAX, KEYS_MAX, OVERLAP_HOURS_DEFAULT, OVERLAP_HOURS_MAX } from "./rules.ts";

export const KEY_ERRORS = {
  KEY_NOT_FOUND: { status: 404, message: "That API key is gone." },
  KEY_NAME_MISSING: { status: 400, message: "Give the key a name, such as where you’ll use it." },
  KEY_SCOPES_MISSING: { status: 400, message: "Choose at least one thing this key may do." },
  KEY_PROFILES_MISSING: { status: 400, message: "Choose at least one profile, or all of them." },
  KEY_EXPIRY_PAST: { status: 400, message: "Choose a moment in the future." },
  KEY_LIMIT: {
    status: 409,
    message: `You have ${KEYS_MAX} keys, which is the limit. Revoke one you no longer use.`,
  },
} as const;
const { KEY_NOT_FOUND, KEY_NAME_MISSING } = KEY_ERRORS;

const scopeSchema = z.enum(SCOPE_NAMES);

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters. */
  start: z.string(),
  scopes: z.array(scopeSchema),
  /** The only profiles that it can access, or null for all of them. */
  profile_ids: z.array(z.string()).nullable(),
  /** `idle`: its creator is no longer on the team, so it doesn't work. */
  state: z.enum(["active", "expired", "idle"]),
  /** The person who created it. It can't do more than they may. */
  made_by: z.object({ id: z.string(), name: z.string() }),
  expires_at: z.string().nullable(),
  /** Accurate to a minute. */
  used_at: z.string().nullable(),
  /** The end of its predecessor's overlap. */
  old_until: z.string().nullable(),
  created_at: z.string(),
});
export type Key = z.infer<typeof keySchema>;

/** Includes the key itself, which is shown only this once. */
const newKeySchema = keySchema.extend({ key: z.string() });
export type NewKey = z.infer<typeof newKeySchema>;

const name = z.string().max(KEY_NAME_CHARS_MAX, `A name has up to ${KEY_NAME_CHARS_MAX} characters.`);

export const createKeySchema = z.object({
  name,
  scopes: z.array(scopeSchema).max(SCOPE_NAMES.length),
  profile_ids: z.array(idSchema).max(1000).nullish(),
  expires_at: z.iso.datetime({ offset: true, error: "Enter a time such as 2027-01-31T00:00:00Z." }).nullish(),
});

const keyId = z.object({ id: idSchema });
const { get, post, patch, del } = routesOf("keys");

/** The time for which the replaced key keeps working. */
export const overlapHours = z
  .number()
  .min(0, "Enter 0 hours or more.")
  .max(OVERLAP_HOURS_MAX, `Enter ${OVERLAP_HOURS_MAX} hours or less.`)
  .default(OVERLAP_HOURS_DEFAULT);

export const keysContract = {
  list: member("team.manage")
    .route(get("/keys", "Your account’s API keys, newest first"))
    .output(listOf(keySchema)),
  create: member("team.manage")
    .route(
      post("/keys", "Create an API key; its answer is the only one that has the key itself", {
        successStatus: 201,
      }),
    )
    .errors({
      ...pickErrors(KEY_ERRORS, "KEY_NAME_MISSING", "KEY_SCOPES_MISSING", "KEY_PROFILES_MISSING"),
      ...pickErrors(KEY_ERRORS, "KEY_EXPIRY_PAST", "KEY_LIMIT"),
      ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(createKeySchema)
    .output(newKeySchema),
  rename: member("team.manage")
    .route(patch("/keys/{id}", "Rename an API key"))
    .errors({ KEY_NOT_FOUND, KEY_NAME_MISSING })
    .input(keyId.extend({ name }))
    .output(keySchema),
  rotate: member("team.manage")
    .route(post("/keys/{id}/rotate", "Replace an API key; the old one works on for as long as you say"))
    .errors({ KEY_NOT_FOUND, ...REAUTHENTICATION_ERRORS })
    .input(keyId.extend({ overlap_hours: overlapHours }))
    .output(newKeySchema),
  revoke: member("team.manage")
    .route(del("/keys/{id}", "Revoke an API key at once"))
    .errors({ KEY_NOT_FOUND })
    .input(keyId)
    .output(keyId),
};
