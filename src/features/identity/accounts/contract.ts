import * as z from "zod";
import { ACTING_LEVELS, ROLES } from "#src/lib/access.ts";
import {
  idSchema,
  listOf,
  member,
  open,
  person,
  personOrActing,
  routesOf,
  sentence,
} from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { AUTH_ERRORS } from "./rules.ts";

export const ACCOUNT_ERRORS = {
  ACCOUNT_NOT_FOUND: { status: 404, message: "There’s no such account." },
  ACCOUNT_IS_STAFF: {
    status: 403,
    message:
      "Only the founder can do that to others who run this instance, and nobody can do it to the founder.",
  },
  DELETION_NOT_PENDING: { status: 409, message: "This account isn’t waiting to be deleted." },
} as const;

export const SESSION_ERRORS = {
  SESSION_NOT_FOUND: { status: 404, message: "That device is no longer signed in." },
} as const;

/**
 * For every endpoint whose verb calls `requireRecentSignIn`. Its data has `methods` and `email`, and the
 * browser handles it (`kit/reauthenticate.ts`).
 */
export const REAUTHENTICATION_ERRORS = {
  REAUTHENTICATION_REQUIRED: { status: 403, message: "Confirm it’s you, then try again." },
} as const;

export const SIGN_IN_METHOD_ERRORS = {
  ...pickErrors(AUTH_ERRORS, "CODE_WRONG", "PASSKEY_REFUSED"),
  EMAIL_UNCONFIRMED: {
    status: 409,
    message: "Confirm your e-mail address first. We’ve e-mailed you a link.",
  },
  TWO_FACTOR_ON: { status: 409, message: "Two-step sign-in is already on." },
  TWO_FACTOR_OFF: { status: 409, message: "Two-step sign-in isn’t on." },
  REMOVAL_NOT_PENDING: { status: 409, message: "Nobody is about to remove two-step sign-in." },
  PASSKEY_NOT_FOUND: { status: 404, message: "That passkey is gone. Reload to see the ones you have." },
  PASSKEY_KNOWN: { status: 409, message: "That passkey is already on your list." },
  PASSKEYS_TOO_MANY: {
    status: 409,
    message: "That’s as many passkeys as an account can have. Remove one first.",
  },
  GOOGLE_NOT_CONNECTED: { status: 409, message: "Your account isn’t connected to Google." },
  LAST_WAY_IN: {
    status: 409,
    message: "That’s your only way to sign in. Add a passkey or set a password first.",
  },
} as const;

export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: z.string(),
  /** The time when their account will be deleted, or null if they haven't requested that. */
  deletion_due_at: z.string().nullable(),
});

export const meSchema = personSchema.extend({
  picture: z.string().nullable(),
  /** An IANA name such as `America/New_York`, or null for their device's. */
  time_zone: z.string().nullable(),
  /**
   * The two-letter code of the country whose format for dates and numbers they use, or null for their
   * device's.
   */
  region: z.string().nullable(),
  /** The language of their dashboard and of our e-mails to them, such as `es`, or null for their device's. */
  language: z.string().nullable(),
  /** False for people who have never set one, or whose old one was disabled. */
  has_password: z.boolean(),
  /** The address that will replace theirs once all required inboxes have confirmed it. */
  pending_email: z
    .object({
      email: z.string(),
      waits_for_old: z.boolean(),
      waits_for_new: z.boolean(),
      expires_at: z.string(),
    })
    .nullable(),
  /** The account of this request, and the person's role on its team. */
  account: z.object({
    id: z.string(),
    name: z.string(),
    /** `look` and `change` are staff's who act for the account's owner. */
    role: z.enum([...ROLES, ...ACTING_LEVELS]),
    profile_ids: z.array(z.string()).nullable(),
  }),
  /** The names of the parts of the product that the account doesn't have, such as `webhooks`. */
  off: z.array(z.string()),
  /** The dashboard's screens of these. */
  closed: z.array(z.string()),
  /** Set for staff who act for the account's owner: until when. */
  acting: z.object({ ends_at: z.string() }).nullable(),
});

/** Fields left out stay as they are. */
export const ownChangesSchema = z.object({
  name: z.string().max(1000).optional(),
  time_zone: z.string().max(100).nullish(),
  region: z.string().max(100).nullish(),
  language: z.string().max(100).nullish(),
});

export const sessionSchema = z.object({
  id: z.string(),
  /** Browser and system, as far as they're known. */
  device: sentence(),
  /** City and country where it started, estimated. Null if unknown. */
  place: z.string().nullable(),
  /** ISO 3166-1 alpha-2. Null if unknown. */
  country: z.string().nullable(),
  created_at: z.string(),
  /** Accurate to a few minutes. */
  last_used_at: z.string(),
  /** True for this request's own session. */
  is_current: z.boolean(),
});

export const instanceSchema = z.object({
  name: z.string(),
  /** Path of the logo. Empty means the product’s own mark. */
  logo: z.string(),
  brand_color: z.string(),
  support_address: z.string(),
  public_url: z.string(),
  /** The URL of public pages, which may be on another host. */
  pages_url: z.string(),
  /** True until the first account, the founder, has been created. */
  needs_founder: z.boolean(),
  /** Who can make an account. */
  sign_ups: z.enum(["everyone", "invited"]),
  /** False while no mail server is set: e-mail is saved as files for the founder instead. */
  sends_email: z.boolean(),
  offers_google: z.boolean(),
  /** False at an IP address, because passkeys belong to a domain name. */
  offers_passkeys: z.boolean(),
});

const { get, post, patch, del } = routesOf("accounts");

export const accountsContract = {
  me: personOrActing("account.see").route(get("/me", "The person signed in")).output(meSchema),
  updateMe: person("account.see")
    .route(patch("/me", "Change your name, time zone, region or language"))
    .errors(
      pickErrors(AUTH_ERRORS, "NAME_REQUIRED", "TIME_ZONE_UNKNOWN", "REGION_UNKNOWN", "LANGUAGE_UNKNOWN"),
    )
    .input(ownChangesSchema)
    .output(meSchema),
  requestEmailChange: person("account.see")
    .route(post("/me/email", "Ask for another e-mail address; it’s yours once it’s confirmed at both"))
    .errors({
      ...REAUTHENTICATION_ERRORS,
      ...pickErrors(AUTH_ERRORS, "EMAIL_INVALID", "EMAIL_UNCHANGED", "EMAIL_DOMAIN_REFUSED"),
    })
    .input(z.object({ email: z.string().max(1000) }))
    .output(meSchema),
  cancelEmailChange: person("account.see")
    .route(del("/me/email", "Keep your e-mail address"))
    .output(meSchema),
  sessions: person("account.see")
    .route(get("/me/sessions", "Where you’re signed in"))
    .output(listOf(sessionSchema)),
  endSession: person("account.see")
    .route(del("/me/sessions/{id}", "Sign a device out"))
    .errors(SESSION_ERRORS)
    .input(z.object({ id: idSchema })),
  endOtherSessions: person("account.see")
    .route(del("/me/sessions", "Sign out everywhere but here"))
    .errors(REAUTHENTICATION_ERRORS)
    .output(z.object({ ended: z.number() })),
  keepAccount: member("account.delete")
    .route(del("/me/deletion", "Keep your account after all, with everything in it", { tags: ["account"] }))
    .errors(pickErrors(ACCOUNT_ERRORS, "DELETION_NOT_PENDING"))
    .output(z.object({ due_at: z.null() })),
  instance: open()
    .route(get("/instance", "This instance’s name, looks, URL and support address"))
    .output(instanceSchema),
};
