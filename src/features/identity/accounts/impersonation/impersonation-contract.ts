import * as z from "zod";
import { ACTING_LEVELS } from "#src/lib/access.ts";
import { person, routesOf, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { ACCOUNT_ERRORS, REAUTHENTICATION_ERRORS } from "../contract.ts";
import { IMPERSONATION_REASON_CHARS_MAX, STAFF_ACCESS_DAYS } from "./impersonation-rules.ts";

export const IMPERSONATION_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"),
  REASON_MISSING: { status: 400, message: "Say why. The account’s owner reads it." },
  CONSENT_MISSING: {
    status: 403,
    message: "They haven’t allowed that. They can under Settings, “Access for support”.",
  },
  ACCOUNT_NOT_OPEN: {
    status: 409,
    message: "That account is suspended or about to be deleted, so nobody can work in it.",
  },
} as const;

const accessSchema = z.object({
  /** What staff may do in the account, or null for nothing. */
  level: z.enum(ACTING_LEVELS).nullable(),
  ends_at: z.string().nullable(),
});
export type StaffAccessAnswer = z.infer<typeof accessSchema>;

const ofPerson = routesOf("me");
const ofStaff = routesOf("staff");

export const impersonationContract = {
  staffAccess: person("account.delete")
    .route(ofPerson.get("/me/staff-access", "What staff may do in your account when you ask for help"))
    .output(accessSchema),
  allowStaff: person("account.delete")
    .route(
      ofPerson.put(
        "/me/staff-access",
        "Let staff look into your account or change things in it, or end that",
      ),
    )
    .input(
      z.object({
        level: z.enum(ACTING_LEVELS).nullable(),
        days: z.literal(STAFF_ACCESS_DAYS).default(STAFF_ACCESS_DAYS[0]),
      }),
    )
    .output(accessSchema),
  impersonate: staff("impersonation")
    .route(
      ofStaff.post(
        "/admin/users/{id}/impersonation",
        "Work in a person’s account for 30 minutes, which they’re told by e-mail",
        { successStatus: 201 },
      ),
    )
    .errors({ ...IMPERSONATION_ERRORS, ...REAUTHENTICATION_ERRORS })
    .input(
      z.object({
        id: z.string().max(100),
        reason: writtenText(IMPERSONATION_REASON_CHARS_MAX),
        level: z.enum(ACTING_LEVELS).default("look"),
      }),
    )
    .output(z.object({ account: z.string(), level: z.enum(ACTING_LEVELS), ends_at: z.string() })),
  endImpersonation: staff("impersonation")
    .route(ofStaff.del("/admin/impersonation", "Leave the account that this session works in, in every tab"))
    .output(z.object({ ended: z.array(z.string()) })),
};
