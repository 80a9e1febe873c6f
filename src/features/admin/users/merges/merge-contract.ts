import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { listOf, routesOf, sentence, staff, staffPerson, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { USER_ERRORS } from "../contract.ts";
import { REASON_CHARS_MAX } from "../rules.ts";
import { MERGE_STEPS } from "./merge-rules.ts";

export const MERGE_ERRORS = {
  ...pickErrors(USER_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF", "REASON_MISSING"),
  MERGE_SAME: { status: 400, message: "Choose another account than this one." },
  MERGE_STAFF: {
    status: 409,
    message: "The other account belongs to someone who works for this instance. End that first.",
  },
  MERGE_SUSPENDED: { status: 409, message: "One of these accounts is suspended. Lift that first." },
  MERGE_BAN_PROPOSED: {
    status: 409,
    message:
      "A suspension of one of these accounts waits for a second member of staff. Confirm or decline that first.",
  },
  MERGE_LEAVING: { status: 409, message: "One of these accounts is about to be deleted. Keep it first." },
  MERGE_RUNNING: {
    status: 409,
    message: "One of these accounts is being merged already. Wait until that’s done.",
  },
  MERGE_HANDOVER: {
    status: 409,
    message: "One of these accounts is being handed over. Its owner has to take that back first.",
  },
  MERGE_SUBSCRIPTION: {
    status: 409,
    message:
      "The other account pays for premium. Its owner has to cancel that first, and wait until it ends.",
  },
  MERGE_SENDING: {
    status: 409,
    message: "E-mail is going out from the other account. Wait until that’s done, or stop it first.",
  },
} as const;

const REFUSALS = pickErrors(
  MERGE_ERRORS,
  "MERGE_SAME",
  "MERGE_STAFF",
  "MERGE_SUSPENDED",
  "MERGE_BAN_PROPOSED",
  "MERGE_LEAVING",
  "MERGE_RUNNING",
  "MERGE_HANDOVER",
  "MERGE_SUBSCRIPTION",
  "MERGE_SENDING",
);

const partySchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
const countSchema = z.object({ label: sentence(), count: z.number(), is_estimate: z.boolean() });

const planSchema = z.object({
  source: partySchema,
  /** Why it can't be done now. Null if it can. */
  refusal: sentence().nullable(),
  /** What becomes part of the account, and what stays in the other one until that’s deleted. */
  moves: z.array(countSchema),
  stays: z.array(countSchema),
  /** Links that get another short name, because one of the account’s own has it. */
  renamed: z.array(z.object({ title: z.string(), name: z.string() })),
  /** What the account will have too many of. It keeps all of it and can’t add more. */
  over: z.array(z.object({ what: z.enum(["profiles"]), used: z.number(), limit: z.number() })),
  /** How long the other account’s owner can have back what hasn’t moved. */
  grace_days: z.number(),
});
export type MergePlan = z.infer<typeof planSchema>;

const mergeSchema = z.object({
  id: z.string(),
  source: partySchema,
  target: partySchema,
  reason: z.string(),
  step: z.enum(MERGE_STEPS),
  pages_total: z.number(),
  pages_moved: z.number(),
  by: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  /** When the other account is deleted. */
  due_at: z.string().nullable(),
});
export type Merge = z.infer<typeof mergeSchema>;

const ofTarget = z.object({ id: z.string().max(100) });
const ofBoth = ofTarget.extend({ source: z.string().max(100) });
const { get, post, ask } = routesOf("staff");

export const mergesContract = {
  previewMerge: staff("deletion")
    .route(ask("/admin/users/{id}/merges/preview", "What merging another account into this one would do"))
    .errors(pickErrors(MERGE_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"))
    .input(ofBoth)
    .output(planSchema),
  startMerge: staffPerson("deletion")
    .route(
      post(
        "/admin/users/{id}/merges",
        "Merge another account into this one; the other one is closed and deleted in 14 days",
      ),
    )
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(MERGE_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF", "REASON_MISSING"),
      ...REFUSALS,
    })
    .input(ofBoth.extend({ merge_id: z.uuid(), reason: writtenText(REASON_CHARS_MAX) }))
    .output(z.object({ approval_id: z.string().nullable() })),
  listMerges: staff("deletion")
    .route(get("/admin/users/{id}/merges", "Merges that an account takes or took part in, newest first"))
    .errors(pickErrors(MERGE_ERRORS, "ACCOUNT_NOT_FOUND"))
    .input(ofTarget)
    .output(listOf(mergeSchema)),
};
