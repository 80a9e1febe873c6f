import * as z from "zod";
import {
  ACCOUNT_ERRORS,
  REAUTHENTICATION_ERRORS,
  SIGN_IN_METHOD_ERRORS,
} from "#src/features/identity/accounts/contract.ts";
import { IMPERSONATION_ERRORS } from "#src/features/identity/accounts/impersonation/impersonation-contract.ts";
import { ACTING_LEVELS, STAFF_ROLES } from "#src/lib/access.ts";
import { listOf, routesOf, sentence, staff, staffPerson, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import {
  ASSIGNED_ROLES,
  FLAGS,
  PLAN_FILTERS,
  REASON_CHARS_MAX,
  SEEN_FILTERS,
  USER_ORDERS,
  USER_STATES,
} from "./rules.ts";

export const USER_ERRORS = {
  ...pickErrors(ACCOUNT_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF"),
  REASON_MISSING: { status: 400, message: "Say why. The account’s owner reads it." },
  EMAIL_CONFIRMED: { status: 409, message: "That address is confirmed already." },
  NOT_SIGNED_IN: { status: 409, message: "They aren’t signed in anywhere." },
  ...pickErrors(ACCOUNT_ERRORS, "DELETION_NOT_PENDING"),
  ACCOUNT_LEAVING: { status: 409, message: "That account is about to be deleted already." },
  ...pickErrors(IMPERSONATION_ERRORS, "CONSENT_MISSING"),
  ...pickErrors(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF", "REMOVAL_NOT_PENDING"),
  ROLE_NOT_YOURS: {
    status: 403,
    message: "Nobody can change the founder’s role, or their own.",
  },
  ACCOUNT_CLOSED_NOW: {
    status: 409,
    message: "That account is suspended or about to be deleted, so it can’t get a role.",
  },
} as const;

const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  /** A staff role, or "user". */
  role: z.string(),
  state: z.enum(USER_STATES),
  plan: z.enum(PLAN_FILTERS),
  /** Without those in the trash. */
  profiles: z.number(),
  /** A few of the usernames, oldest first. */
  usernames: z.array(z.string()),
  created_at: z.string(),
  /** Accurate to an hour. */
  last_seen_at: z.string(),
});
export type User = z.infer<typeof userSchema>;

const usageSchema = z.object({
  used: z.number(),
  limit: z.number().nullable(),
  explanation: sentence(),
});

const userDetailSchema = userSchema.extend({
  ban: z.object({ reason: z.string(), until: z.string().nullable() }).nullable(),
  deletion_due_at: z.string().nullable(),
  language: z.string().nullable(),
  time_zone: z.string().nullable(),
  sign_in: z.object({
    has_password: z.boolean(),
    has_google: z.boolean(),
    passkeys: z.number(),
    has_two_factor: z.boolean(),
    /** When it will be removed, because staff were told that its phone is lost. */
    removal_due_at: z.string().nullable(),
  }),
  /** What they let staff do in their account now. */
  staff_access: z.object({ level: z.enum(ACTING_LEVELS), ends_at: z.string() }).nullable(),
  allowances: z.object({ profiles: usageSchema, links: usageSchema }),
  pages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      username: z.string(),
      domain: z.string().nullable(),
      status: z.enum(["active", "inactive"]),
      links: z.number(),
    }),
  ),
  referrals: z.object({ invited: z.number(), completed: z.number(), slots: z.number() }),
});
export type UserDetail = z.infer<typeof userDetailSchema>;

export const filterSchema = z.object({
  /** Part of a name, address, id, username or domain. */
  q: z.string().max(200).optional(),
  state: z.enum(USER_STATES).optional(),
  plan: z.enum(PLAN_FILTERS).optional(),
  verified: z.enum(["yes", "no"]).optional(),
  role: z.enum([...STAFF_ROLES, "staff"]).optional(),
  seen: z.enum(SEEN_FILTERS).optional(),
  flag: z.enum(FLAGS).optional(),
});
export type UserFilter = z.output<typeof filterSchema>;

const ofUser = z.object({ id: z.string().max(100) });
const withReason = ofUser.extend({ reason: writtenText(REASON_CHARS_MAX) });
const paged = ofUser.extend({ cursor: z.string().max(4000).optional() });
const { ACCOUNT_NOT_FOUND } = USER_ERRORS;
/** Of what's personal. */
const SEEING_ERRORS = pickErrors(USER_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF");
/** Of everything that staff do for somebody. */
const HELP_ERRORS = pickErrors(USER_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF", "REASON_MISSING");

const { get, post, put, del } = routesOf("staff");

export const usersContract = {
  list: staff("accounts")
    .route(get("/admin/users", "The instance’s accounts"))
    .errors(LIST_ERRORS)
    .input(
      filterSchema.extend({
        order: z.enum(USER_ORDERS).default("newest"),
        cursor: z.string().max(4000).optional(),
      }),
    )
    .output(listOf(userSchema).extend({ total: z.number(), is_estimate: z.boolean() })),
  get: staff("accounts")
    .route(get("/admin/users/{id}", "One account: its plan, pages, and ways to sign in"))
    .errors({ ACCOUNT_NOT_FOUND })
    .input(ofUser)
    .output(userDetailSchema),
  sessions: staff("help")
    .route(get("/admin/users/{id}/sessions", "Where a person is signed in"))
    .errors(SEEING_ERRORS)
    .input(ofUser)
    .output(
      listOf(
        z.object({
          id: z.string(),
          device: z.string(),
          place: z.string().nullable(),
          created_at: z.string(),
          last_used_at: z.string(),
        }),
      ),
    ),
  mails: staff("help")
    .route(get("/admin/users/{id}/mails", "What the instance e-mailed a person, and what became of it"))
    .errors(SEEING_ERRORS)
    .input(ofUser)
    .output(
      listOf(
        z.object({
          id: z.string(),
          label: sentence(),
          state: z.enum(["queued", "sending", "sent", "skipped", "failed"]),
          /** True if no mail server is set up: it's kept on the instance, and nobody received it. */
          is_kept: z.boolean(),
          /** The mail server's own words, or the reason why nothing was sent. */
          outcome: sentence(),
          created_at: z.string(),
        }),
      ),
    ),
  limitsReached: staff("help")
    .route(
      get(
        "/admin/users/{id}/limits-reached",
        "Which limits an account reached in the last 30 days, latest first",
      ),
    )
    .errors(SEEING_ERRORS)
    .input(ofUser)
    .output(
      listOf(
        z.object({
          /** What the limit is called in the configuration's documents. */
          limit: z.string(),
          is_lock_out: z.boolean(),
          count: z.number(),
          /** False if others only used its address, such as for signing in. */
          is_own: z.boolean(),
          last_at: z.string(),
        }),
      ),
    ),
  activity: staff("help")
    .route(get("/admin/users/{id}/activity", "What was done in an account in the last 90 days, newest first"))
    .errors({ ...SEEING_ERRORS, ...LIST_ERRORS })
    .input(paged)
    .output(
      listOf(
        z.object({
          id: z.string(),
          time: z.string(),
          what: sentence(),
          /** Null for the program itself, and for people who have left. */
          who: z.string().nullable(),
          through: sentence(),
        }),
      ),
    ),
  confirmEmail: staff("help")
    .route(post("/admin/users/{id}/confirm-email", "Confirm a person’s address for them"))
    .errors({ ...HELP_ERRORS, EMAIL_CONFIRMED: USER_ERRORS.EMAIL_CONFIRMED })
    .input(withReason)
    .output(z.object({ email_verified: z.boolean() })),
  sendResetLink: staff("help")
    .route(post("/admin/users/{id}/reset-link", "E-mail a person a link for a new password"))
    .errors(HELP_ERRORS)
    .input(withReason)
    .output(z.object({ to: z.string() })),
  endSessions: staff("help")
    .route(post("/admin/users/{id}/sign-out", "Sign a person out everywhere"))
    .errors({ ...HELP_ERRORS, NOT_SIGNED_IN: USER_ERRORS.NOT_SIGNED_IN })
    .input(withReason)
    .output(z.object({ ended: z.number() })),
  removeSecondFactor: staff("impersonation")
    .route(
      post(
        "/admin/users/{id}/second-factor-removal",
        "Remove the two-step sign-in of someone who has lost their phone, after a waiting time in which they can stop it",
      ),
    )
    .errors({ ...HELP_ERRORS, ...pickErrors(USER_ERRORS, "CONSENT_MISSING", "TWO_FACTOR_OFF") })
    .input(withReason)
    .output(z.object({ approval_id: z.string().nullable() })),
  keepSecondFactor: staff("impersonation")
    .route(del("/admin/users/{id}/second-factor-removal", "Stop the removal of a person’s two-step sign-in"))
    .errors(pickErrors(USER_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF", "REMOVAL_NOT_PENDING"))
    .input(ofUser)
    .output(z.object({ is_stopped: z.boolean() })),
  sendExport: staff("help")
    .route(
      post(
        "/admin/users/{id}/export",
        "E-mail a person a link to everything in their account, which only they can open",
      ),
    )
    .errors(HELP_ERRORS)
    .input(withReason)
    .output(z.object({ to: z.string() })),
  deleteUser: staffPerson("deletion")
    .route(
      post(
        "/admin/users/{id}/deletion",
        "Close an account at once and delete it in 14 days, unless its owner keeps it",
      ),
    )
    .errors({ ...HELP_ERRORS, ...pickErrors(USER_ERRORS, "ACCOUNT_LEAVING") })
    .input(withReason)
    .output(z.object({ approval_id: z.string().nullable() })),
  keepUser: staff("deletion")
    .route(del("/admin/users/{id}/deletion", "Keep an account that’s about to be deleted"))
    .errors(pickErrors(USER_ERRORS, "ACCOUNT_NOT_FOUND", "ACCOUNT_IS_STAFF", "DELETION_NOT_PENDING"))
    .input(ofUser)
    .output(z.object({ deletion_due_at: z.null() })),
  changeRole: staff("staff")
    .route(put("/admin/users/{id}/role", "Make a person staff of this instance, or end that"))
    .errors({
      ...pickErrors(USER_ERRORS, "ACCOUNT_NOT_FOUND", "REASON_MISSING"),
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(USER_ERRORS, "ROLE_NOT_YOURS", "ACCOUNT_CLOSED_NOW"),
    })
    .input(withReason.extend({ role: z.enum(ASSIGNED_ROLES) }))
    .output(
      z.object({
        role: z.string(),
        /** The proposal that waits for a second member of staff, or null if nobody else has to confirm it. */
        approval_id: z.string().nullable(),
      }),
    ),
};
