import * as z from "zod";
import { ACCOUNT_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { idSchema, listOf, routesOf, staff, storedMoment, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { GRANT_KINDS, GRANT_QUANTITY_MAX, GRANT_REASON_CHARS_MAX } from "../rules.ts";

export const GRANT_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"),
  GRANT_NOT_FOUND: { status: 404, message: "That grant is gone." },
  GRANT_REASON_MISSING: { status: 400, message: "Say why. The account’s owner reads it." },
  GRANT_OVER: { status: 400, message: "Choose an end in the future." },
  GRANT_QUANTITY_MISSING: { status: 400, message: "Say how many slots." },
} as const;

const grantSchema = z.object({
  id: z.string(),
  kind: z.enum(GRANT_KINDS),
  /** Slots or units. Null for what isn't counted, and for units of earlier versions. */
  quantity: z.number().nullable(),
  reason: z.string(),
  state: z.enum(["active", "over", "taken_back"]),
  /** Null if it has no end. */
  ends_at: z.string().nullable(),
  created_at: z.string(),
});
export type Grant = z.infer<typeof grantSchema>;

const formSchema = z.object({
  kind: z.enum(GRANT_KINDS),
  quantity: z
    .number()
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(GRANT_QUANTITY_MAX, `Enter ${GRANT_QUANTITY_MAX.toLocaleString("en-US")} or less.`)
    .nullable()
    .default(null),
  ends_at: storedMoment.nullable().default(null),
  reason: writtenText(GRANT_REASON_CHARS_MAX),
});
export type GrantForm = z.output<typeof formSchema>;

const ofAccount = z.object({ id: z.string().max(100) });
const { get, post, del } = routesOf("staff");

export const grantsContract = {
  listGrants: staff("accounts")
    .route(get("/admin/users/{id}/grants", "What staff gave an account, newest first"))
    .errors(pickErrors(GRANT_ERRORS, "ACCOUNT_NOT_FOUND"))
    .input(ofAccount)
    .output(listOf(grantSchema)),
  addGrant: staff("billing")
    .route(
      post("/admin/users/{id}/grants", "Give an account slots, units of premium, or unlimited links", {
        successStatus: 201,
      }),
    )
    .errors(
      pickErrors(
        GRANT_ERRORS,
        "ACCOUNT_NOT_FOUND",
        "ACCOUNT_IS_STAFF",
        "GRANT_REASON_MISSING",
        "GRANT_OVER",
        "GRANT_QUANTITY_MISSING",
      ),
    )
    .input(ofAccount.extend(formSchema.shape))
    .output(grantSchema),
  endGrant: staff("billing")
    .route(del("/admin/users/{id}/grants/{grant_id}", "Take back what staff gave an account"))
    .errors(pickErrors(GRANT_ERRORS, "GRANT_NOT_FOUND", "ACCOUNT_IS_STAFF"))
    .input(ofAccount.extend({ grant_id: idSchema }))
    .output(grantSchema),
};
