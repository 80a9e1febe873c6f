import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { GRANT_QUANTITY_MAX } from "#src/features/money/entitlements/rules.ts";
import {
  idSchema,
  listOf,
  routesOf,
  sentence,
  staff,
  staffPerson,
  storedMoment,
  storedText,
} from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { filterSchema, USER_ERRORS } from "../contract.ts";
import { CHANGE_IDS_MAX, REASON_CHARS_MAX } from "../rules.ts";

export const CHANGE_ERRORS = {
  ...pickErrors(USER_ERRORS, "REASON_MISSING"),
  CHANGE_OVER: { status: 400, message: "Choose an end in the future." },
  SUSPENSION_TOO_LONG: {
    status: 400,
    message: "Choose an end within a year. Longer takes two for each account.",
  },
  CHANGE_NOT_YOURS: { status: 409, message: "Your role doesn’t do that, for one account or for many." },
  CHANGE_NOT_FOUND: { status: 404, message: "There’s no such change." },
  CHANGE_FINAL: { status: 409, message: "That can’t be undone, or not anymore." },
  CHANGE_ENDED: { status: 409, message: "That change isn’t running anymore." },
} as const;

const ids = z.array(z.string().max(100)).max(CHANGE_IDS_MAX);

export const selectionSchema = z.union([
  z.object({ ids }),
  /** Everyone who matches now, except those taken out. */
  z.object({ filter: filterSchema, except: ids.default([]) }),
]);
export type Selection = z.output<typeof selectionSchema>;

export const changeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("suspend"), until: storedMoment }),
  z.object({ kind: z.literal("lift") }),
  z.object({
    kind: z.literal("grant"),
    what: z.enum(["profile_slots", "premium_units"]),
    quantity: z.number().int().min(1).max(GRANT_QUANTITY_MAX),
    ends_at: storedMoment.nullable().default(null),
  }),
  z.object({ kind: z.literal("sign_out") }),
  z.object({ kind: z.literal("confirm") }),
]);
export type Change = z.output<typeof changeSchema>;

const answerSchema = z.object({
  id: z.string(),
  what: sentence(),
  reason: z.string(),
  state: z.enum(["running", "done", "stopped", "undoing", "undone"]),
  /** Accounts that it was going to change, that it has changed, and that were changed back. */
  total: z.number(),
  changed: z.number(),
  undone: z.number(),
  by: z.string().nullable(),
  created_at: z.string(),
  can_undo: z.boolean(),
});
export type UserChange = z.infer<typeof answerSchema>;

const ofChange = z.object({ id: idSchema });
const { get, post, ask } = routesOf("staff");
const shape = { selection: selectionSchema, change: changeSchema };

export const changesContract = {
  previewChange: staff("accounts")
    .route(ask("/admin/users/changes/preview", "How many accounts a change would change, and a few of them"))
    .errors(pickErrors(CHANGE_ERRORS, "CHANGE_NOT_YOURS", "CHANGE_OVER", "SUSPENSION_TOO_LONG"))
    .input(z.object(shape))
    .output(z.object({ count: z.number(), can_undo: z.boolean(), sample: z.array(z.string()) })),
  startChange: staffPerson("accounts")
    .route(
      post("/admin/users/changes", "Change many accounts; staff among them are left out", {
        successStatus: 201,
      }),
    )
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(
        CHANGE_ERRORS,
        "REASON_MISSING",
        "CHANGE_NOT_YOURS",
        "CHANGE_OVER",
        "SUSPENSION_TOO_LONG",
      ),
    })
    .input(z.object({ ...shape, id: z.uuid(), reason: storedText(REASON_CHARS_MAX).trim() }))
    .output(answerSchema),
  listChanges: staff("accounts")
    .route(get("/admin/users/changes", "What staff did to many accounts lately, newest first"))
    .output(listOf(answerSchema)),
  stopChange: staff("accounts")
    .route(post("/admin/users/changes/{id}/stop", "Stop a change; what it has done stays done"))
    .errors(pickErrors(CHANGE_ERRORS, "CHANGE_NOT_FOUND", "CHANGE_NOT_YOURS", "CHANGE_ENDED"))
    .input(ofChange)
    .output(answerSchema),
  undoChange: staffPerson("accounts")
    .route(post("/admin/users/changes/{id}/undo", "Take back what a change did, for 7 days"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(CHANGE_ERRORS, "CHANGE_NOT_FOUND", "CHANGE_NOT_YOURS", "CHANGE_FINAL"),
    })
    .input(ofChange)
    .output(answerSchema),
};
