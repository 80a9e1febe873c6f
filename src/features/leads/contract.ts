import * as z from "zod";
import { endpoint, idSchema, listOf } from "#src/lib/endpoint.ts";

export const LEAD_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  LEAD_NOT_FOUND: { status: 404, message: "Lead not found" },
  CURSOR_INVALID: {
    status: 400,
    message: "This list doesn’t continue there. Load it again from the start.",
  },
  LEAD_FORM_CLOSED: { status: 409, message: "This form is closed right now." },
  MISSING_INFORMATION: { status: 400, message: "Please fill in all required fields." },
  EMAIL_INVALID: { status: 400, message: "Please enter a valid e-mail address." },
  PHONE_REQUIRED: { status: 400, message: "Please provide your phone number" },
  PHONE_INVALID: { status: 400, message: "Please enter a valid phone number." },
  TOO_FAST: { status: 429, message: "That was very fast. Try again in a moment." },
  /** By this code, pages know that an e-mail address has already signed up (spec §8). */
  "23505": { status: 409, message: 'duplicate key value violates unique constraint "fan_leads_email"' },
} as const;

/** Longer input is refused before anything else is done with it. */
const text = z.string().max(5000, "This text is too long.").nullish();

/** The body of spec §7, and what our own page adds. */
export const insertLeadSchema = z.object({
  p_profile_id: idSchema,
  p_name: text,
  p_email: text,
  p_phone: text,
  /** Always stored as `screensaver_signup`. */
  p_lead_source: text,
  /** Made by the form, so that a form sent twice is one lead and no duplicate. */
  p_id: z.uuid().nullish(),
  p_referrer: text,
  /** A field that people don't see and programs fill in. */
  p_subject: text,
  /** How long the form was on the screen before it was sent. */
  p_elapsed_ms: z.number().nullish(),
});

/** A stored lead's id, and what its visitor may download now. */
export const capturedSchema = z.object({ id: z.string(), download_url: z.string().nullable() });

export const leadSchema = z.object({
  id: z.string(),
  profile_id: z.string(),
  profile_name: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  lead_source: z.string(),
  country: z.string(),
  referrer_host: z.string(),
  consent_text: z.string(),
  consent_version: z.string(),
  consented_at: z.string(),
  created_at: z.string(),
});
export type Lead = z.infer<typeof leadSchema>;

const filterSchema = z.object({
  profile_id: idSchema.optional(),
  /** Part of a name, an e-mail address or a phone number. */
  q: z.string().max(200).optional(),
});

const tags = ["leads"];

export const leadsContract = {
  profileOwner: endpoint
    .route({
      method: "POST",
      path: "/rpc/get_profile_owner_id",
      tags,
      summary: "The id of the account that a public page belongs to, as a JSON string",
    })
    .meta({ access: "public" })
    .errors(LEAD_ERRORS)
    .input(z.object({ profile_uuid: idSchema }))
    .output(z.string()),
  capture: endpoint
    .route({ method: "POST", path: "/rpc/insert_fan_lead", tags, summary: "Sign up on a public page" })
    .meta({ access: "public" })
    .errors(LEAD_ERRORS)
    .input(insertLeadSchema)
    .output(capturedSchema),
  list: endpoint
    .route({
      method: "GET",
      path: "/leads",
      tags,
      summary: "Your leads, newest first; `total` is how many match",
    })
    .meta({ access: "signed-in" })
    .errors(LEAD_ERRORS)
    .input(filterSchema.extend({ cursor: z.string().max(200).optional() }))
    .output(listOf(leadSchema).extend({ total: z.number() })),
  exportCsv: endpoint
    .route({ method: "GET", path: "/leads/export", tags, summary: "All leads that match, as a CSV file" })
    .meta({ access: "signed-in" })
    .errors(LEAD_ERRORS)
    .input(filterSchema)
    .output(z.file()),
  delete: endpoint
    .route({ method: "DELETE", path: "/leads/{id}", tags, summary: "Delete a lead forever" })
    .meta({ access: "signed-in" })
    .errors(LEAD_ERRORS)
    .input(z.object({ id: idSchema }))
    .output(z.object({ id: z.string() })),
};
