import * as z from "zod";
import { ACCOUNT_ERRORS, REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { idSchema, listOf, routesOf, sentence, staff, staffPerson, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { DECLINE_REASON_CHARS_MAX } from "./rules.ts";

export const APPROVAL_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_IS_STAFF"),
  APPROVAL_NOT_FOUND: { status: 404, message: "There’s no such proposal." },
  APPROVAL_OVER: {
    status: 409,
    message:
      "That proposal is over: someone decided it, its 72 hours passed, or whoever made it left the staff.",
  },
  APPROVAL_OWN: { status: 403, message: "Someone else has to confirm what you proposed." },
  APPROVAL_REFUSED: { status: 409, message: "That can’t be done anymore. Decline the proposal." },
  ANSWER_MISSING: { status: 400, message: "Say why. Your colleague reads it." },
} as const;

const approvalSchema = z.object({
  id: z.string(),
  what: sentence(),
  account: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: z.string(),
  expires_at: z.string(),
  /** Someone else has to confirm it. */
  is_own: z.boolean(),
  /** False for one's own, and for people whom only the founder may act on. */
  can_confirm: z.boolean(),
});
export type Approval = z.infer<typeof approvalSchema>;

const ofApproval = z.object({ id: idSchema });
const { get, post } = routesOf("staff");

export const approvalsContract = {
  list: staff("accounts")
    .route(
      get("/admin/approvals", "What waits for a second member of staff and is yours to decide, oldest first"),
    )
    .output(listOf(approvalSchema)),
  confirm: staffPerson("accounts")
    .route(post("/admin/approvals/{id}/confirm", "Confirm what a colleague proposed, which is done at once"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(
        APPROVAL_ERRORS,
        "ACCOUNT_IS_STAFF",
        "APPROVAL_NOT_FOUND",
        "APPROVAL_OVER",
        "APPROVAL_OWN",
        "APPROVAL_REFUSED",
      ),
    })
    .input(ofApproval)
    .output(z.object({ done: z.boolean() })),
  decline: staffPerson("accounts")
    .route(
      post(
        "/admin/approvals/{id}/decline",
        "Decline what a colleague proposed, or withdraw your own proposal",
      ),
    )
    .errors(pickErrors(APPROVAL_ERRORS, "APPROVAL_NOT_FOUND", "APPROVAL_OVER", "ANSWER_MISSING"))
    .input(ofApproval.extend({ reason: writtenText(DECLINE_REASON_CHARS_MAX) }))
    .output(z.object({ state: z.enum(["declined", "withdrawn"]) })),
};
