import * as z from "zod";
import { idSchema, open, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { PAGE_OWNER_PATH, SIGN_UPS_PATH } from "#src/lib/paths.ts";

export const LEAD_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  LEAD_FORM_CLOSED: { status: 409, message: "This form is closed right now." },
  MISSING_INFORMATION: { status: 400, message: "Please fill in all required fields." },
  EMAIL_INVALID: { status: 400, message: "That’s not an e-mail address. Check it for typos." },
  PHONE_REQUIRED: { status: 400, message: "Please provide your phone number" },
  PHONE_INVALID: { status: 400, message: "That’s not a phone number. Check it for typos." },
  TOO_FAST: { status: 429, message: "That was very fast. Try again in a moment." },
  /** Pages recognize by this code that an e-mail address has already signed up (spec §8). */
  "23505": { status: 409, message: 'duplicate key value violates unique constraint "fan_leads_email"' },
} as const;

/** Longer input is refused before anything else happens. */
const text = z.string().max(5000, "This text is too long.").nullish();

/** The body of spec §7, plus what our own page adds. */
export const insertLeadSchema = z.object({
  p_profile_id: idSchema,
  p_name: text,
  p_email: text,
  p_phone: text,
  /** Always stored as `screensaver_signup`. */
  p_lead_source: text,
  /** Created by the form, so that sending a form twice stores one lead and isn't a duplicate. */
  p_id: z.uuid().nullish(),
  p_referrer: text,
  /** A honeypot: people don't see it, but programs fill it in. */
  p_subject: text,
  /** The page's own query, which may tell where they came from. */
  p_query: z.string().max(2000).nullish(),
  /** The last link of the page that they opened. */
  p_link_id: z.string().max(100).nullish(),
  /** The time that the form was on the screen before it was sent. */
  p_elapsed_ms: z.number().nullish(),
  /** Matches the visit's clicks and views, which its owner sees beside the sign-up. */
  p_session_id: z.string().max(100).nullish(),
  /** The time zone of the visitor's browser. An unknown one is ignored. */
  p_time_zone: z.string().max(100).nullish(),
});

export const CONSENT_CHARS_MAX = 2000;
/** Databases have no year 0. */
const moment = z.iso.datetime().refine((time) => time >= "1970");

export const importedLeadSchema = z.object({
  id: z.uuid(),
  name: z.string().max(500),
  email: z.string().max(500),
  phone: z.string().max(500).nullable(),
  country: z.string().regex(/^[A-Z]{2,3}$|^UNKNOWN$/),
  referrer_host: z.string().max(200),
  consent_text: z.string().max(CONSENT_CHARS_MAX),
  consent_version: z.string().max(100),
  consented_at: moment,
  created_at: moment,
});

export const capturedSchema = z.object({
  id: z.string(),
  download_url: z.string().nullable(),
  /** True if they get e-mail only after using the link in the one that was just sent. */
  confirm: z.boolean().optional(),
});

const { ask, post } = routesOf("leads");

export const leadsContract = {
  profileOwner: open()
    .route(ask(PAGE_OWNER_PATH, "The id of the account that a public page belongs to, as a JSON string"))
    .errors(pickErrors(LEAD_ERRORS, "PROFILE_NOT_FOUND"))
    .input(z.object({ profile_uuid: idSchema }))
    .output(z.string()),
  capture: open()
    .route(post(SIGN_UPS_PATH, "Sign up on a public page"))
    .errors(LEAD_ERRORS)
    .input(insertLeadSchema)
    .output(capturedSchema),
};
