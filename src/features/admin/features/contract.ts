import * as z from "zod";
import { ACCOUNT_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { SETTINGS_ERRORS } from "#src/features/instance/settings/contract.ts";
import { idSchema, listOf, routesOf, staff, storedText, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { FEATURES, RULE_KINDS } from "#src/lib/feature-switches.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { REASON_CHARS_MAX } from "./rules.ts";

export const FEATURE_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"),
  ...pickErrors(SETTINGS_ERRORS, "CHANGED_MEANWHILE"),
  REASON_MISSING: { status: 400, message: "Say why." },
  FEATURE_ACCOUNTS_LIMIT: {
    status: 409,
    message: "Up to 10,000 accounts can be chosen one by one. Use a plan or a share instead.",
  },
} as const;

const rulesShape = {
  /** Of all accounts, in percent: 100 is everyone, and 0 is nobody. */
  share: z.int().min(0).max(100),
  /** Null leaves the plan to the share. */
  free: z.boolean().nullable(),
  premium: z.boolean().nullable(),
};

const featureSchema = z.object({
  feature: z.enum(FEATURES),
  ...rulesShape,
  version: z.number(),
  /** How many accounts it was chosen for one by one. */
  accounts_on: z.number(),
  accounts_off: z.number(),
  /** Null if nobody has changed anything yet. */
  changed: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
});
export type FeatureState = z.infer<typeof featureSchema>;

const chosenSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  is_on: z.boolean(),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.string(),
});
export type ChosenAccount = z.infer<typeof chosenSchema>;

const changedRules = z.object(rulesShape);
const changeSchema = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  reason: z.string(),
  /** What it was and became for everyone, or null if it’s about one account. */
  rules: z.object({ before: changedRules, after: changedRules }).nullable(),
  account: z
    .object({ id: z.string(), name: z.string().nullable(), is_on: z.boolean().nullable() })
    .nullable(),
});
export type FeatureChange = z.infer<typeof changeSchema>;

const verdictSchema = z.object({
  feature: z.enum(FEATURES),
  is_on: z.boolean(),
  rule: z.enum(RULE_KINDS),
  /** The part whose rules decided: this one, or what it’s a part of. */
  decided_by: z.enum(FEATURES),
  /** Staff’s reason, where the part was chosen for this account. */
  reason: z.string().nullable(),
});
export type AccountFeature = z.infer<typeof verdictSchema>;

const ofFeature = z.object({ feature: z.enum(FEATURES) });
const reason = writtenText(REASON_CHARS_MAX);
const { get, put, ask } = routesOf("staff");

export const featuresContract = {
  list: staff("settings")
    .route(get("/admin/features", "The parts of the product that can be off, and who has them"))
    .output(listOf(featureSchema)),
  change: staff("settings")
    .route(put("/admin/features/{feature}", "Change who has a part of the product, by plan or share"))
    .errors(pickErrors(FEATURE_ERRORS, "REASON_MISSING", "CHANGED_MEANWHILE"))
    .input(ofFeature.extend({ ...rulesShape, version: z.int(), reason }))
    .output(featureSchema),
  preview: staff("settings")
    .route(ask("/admin/features/{feature}/preview", "How many accounts would have a part of the product"))
    .input(ofFeature.extend(rulesShape))
    .output(z.object({ accounts: z.number(), of: z.number() })),
  accounts: staff("settings")
    .route(get("/admin/features/{feature}/accounts", "The accounts that a part was chosen for one by one"))
    .errors(pickErrors(LIST_ERRORS, "CURSOR_INVALID"))
    .input(ofFeature.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(chosenSchema)),
  choose: staff("settings")
    .route(
      put(
        "/admin/features/{feature}/accounts",
        "Switch a part on or off for one account, or end such an exception",
      ),
    )
    .errors(
      pickErrors(
        FEATURE_ERRORS,
        "REASON_MISSING",
        "ACCOUNT_NOT_FOUND",
        "ACCOUNT_IS_STAFF",
        "FEATURE_ACCOUNTS_LIMIT",
      ),
    )
    .input(
      ofFeature.extend({
        /** An account’s id, its owner’s e-mail address, or the username of one of its pages. */
        who: storedText(320).trim(),
        /** Null ends the exception. */
        is_on: z.boolean().nullable(),
        reason,
      }),
    )
    .output(featureSchema),
  changes: staff("settings")
    .route(get("/admin/features/{feature}/changes", "The last changes of who has a part, newest first"))
    .input(ofFeature)
    .output(listOf(changeSchema)),
  ofAccount: staff("accounts")
    .route(get("/admin/users/{id}/features", "Which parts of the product an account has, and why"))
    .errors(pickErrors(FEATURE_ERRORS, "ACCOUNT_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(listOf(verdictSchema)),
};
