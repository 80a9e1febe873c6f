import * as z from "zod";
import {
  consentSchema,
  SUPPRESSION_ERRORS,
  suppressionSchema,
  topicSchema,
} from "#src/features/audience/consent-records/contract.ts";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { fileOf, idSchema, member, routesOf, storedMoment, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { bulkInput, bulkOutcomeSchema, LIST_ERRORS, listInput, pageOf, selectionOf } from "#src/lib/list.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { ADDRESS_RISKS } from "./page/address-quality.ts";
import { requestsEndpoint } from "./privacy/privacy-requests-contract.ts";
import {
  FIELD_TYPES,
  FIELDS_MAX,
  NAME_CHARS_MAX,
  NOTES_MAX,
  ORIGINS,
  SCORE_CHANGE_MAX,
  SCORE_MAX,
  STAGE_COLORS,
  STAGE_NAME_CHARS_MAX,
  STATUSES,
  TAG_CHARS_MAX,
  TAGS_MAX,
  TOUCH_DEVICES,
} from "./rules.ts";

export const touchSchema = z.object({
  at: z.string(),
  profile_id: z.string(),
  referrer_host: z.string(),
  country: z.string(),
  utm: z.record(z.string(), z.string()).optional(),
  /** The app whose browser showed the page. */
  app: z.string().optional(),
  /** The title of the last link they opened before the sign-up. */
  link: z.string().optional(),
  /** The variant of that link's A/B test. */
  variant: z.enum(["a", "b"]).optional(),
  /** What they signed up with, and the first language of their browser, such as `pt`. */
  device: z.enum(TOUCH_DEVICES).optional(),
  language: z.string().max(3).optional(),
});

const originSchema = z.object({
  /** Their way onto the list: the first one, if there were more. */
  by: z.enum(ORIGINS),
  at: z.string(),
  file_name: z.string().nullable(),
});
export type Origin = z.infer<typeof originSchema>;

const valueSchema = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);
export const fieldsSchema = z.record(z.string().max(50), valueSchema);
export const scoreSchema = z.int().min(-SCORE_MAX).max(SCORE_MAX);
const tagSchema = z.string().trim().min(1).max(TAG_CHARS_MAX);
const tagsSchema = z.array(tagSchema).max(TAGS_MAX);
/** An IANA name. Empty for none. */
const timeZoneSchema = z
  .string()
  .trim()
  .max(100)
  .refine((name) => name === "" || isTimeZone(name), "Use a time zone’s name, such as Europe/Berlin.");
/** A lead's data as typed, sent, or imported. */
const draftSchema = z.object({
  email: z.string().max(500),
  name: z.string().max(500).optional(),
  phone: z.string().max(500).nullish(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "Use the country’s two letters.")
    .optional(),
  time_zone: timeZoneSchema.nullish(),
  tags: tagsSchema.optional(),
  fields: fieldsSchema.optional(),
  /** Points that rules, programs, and the team gave them. */
  score: scoreSchema.optional(),
});

export const CONTACTS_CHANGE = "contacts.change";

export const CONTACT_ERRORS = {
  PROFILE_NOT_FOUND: { status: 404, message: "Profile not found" },
  CONTACT_NOT_FOUND: { status: 404, message: "Lead not found" },
  SEGMENT_NOT_FOUND: { status: 404, message: "That segment is gone." },
  CONDITION_INVALID: { status: 400, message: "This condition doesn’t work yet. Fix what’s marked." },
  CONTACT_EXISTS: { status: 409, message: "There’s already a lead with this e-mail address." },
  EMAIL_INVALID: SUPPRESSION_ERRORS.EMAIL_INVALID,
  PHONE_INVALID: { status: 400, message: "Enter a phone number with its digits." },
  FIELD_INVALID: { status: 400, message: "That value doesn’t fit its field." },
  TOO_MANY_FIELDS: { status: 409, message: `You can have up to ${FIELDS_MAX} fields.` },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This lead was changed somewhere else while you were editing it.",
  },
  NOTE_LIMIT: {
    status: 409,
    message: `There are ${NOTES_MAX} notes about this lead, which is the limit. Delete one you no longer need.`,
  },
  NOTE_NOT_FOUND: { status: 404, message: "That note is gone." },
  ...LIST_ERRORS,
  UNDO_TOO_LATE: { status: 409, message: "There’s nothing left to bring back." },
} as const;

export const stageSchema = z.object({
  /** Chosen by the client. */
  id: z.uuid(),
  name: writtenText(STAGE_NAME_CHARS_MAX).min(1),
  color: z.enum(STAGE_COLORS),
});

export const contactSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  country: z.string(),
  time_zone: z.string().nullable(),
  tags: z.array(z.string()),
  fields: fieldsSchema,
  status: z.enum(STATUSES),
  profile_ids: z.array(z.string()),
  first_touch: touchSchema.nullable(),
  last_touch: touchSchema.nullable(),
  origin: originSchema,
  paused_until: z.string().nullable(),
  stage_id: z.string().nullable(),
  stage_at: z.string().nullable(),
  /** In hundredths of the pipeline's currency. */
  value_cents: z.number().nullable(),
  /** The responsible team member's user id. */
  owner_id: z.string().nullable(),
  /** Points that rules, programs, and the team gave them. */
  score: z.number(),
  /** The contact's wish: at most one e-mail in this many days. */
  mail_every_days: z.number().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Contact = z.infer<typeof contactSchema>;

export const contactDetailsSchema = contactSchema.extend({
  consents: z.array(consentSchema),
  /** Contacts that were merged into them, as long as that can be undone. */
  merged: z.array(
    z.object({ id: z.string(), name: z.string(), email: z.string(), at: z.string(), undo_until: z.string() }),
  ),
  suppressions: z.array(suppressionSchema),
  /** How active they were lately, and its reasons. */
  engagement: z.object({
    points: z.number(),
    reasons: z.array(z.object({ kind: z.string(), count: z.number(), points: z.number() })),
  }),
});
export type ContactDetails = z.infer<typeof contactDetailsSchema>;

/** The list's sort orders; newest first by default. */
export const CONTACT_SORTS = ["created_at", "name", "email", "stage_at", "score"] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];

/** In a URL, longer ones don't fit. A segment can have them. */
export const CONDITION_CHARS_MAX = 8000;

/** The fields besides `condition` are short for one. */
export const filterSchema = z.object({
  /**
   * Part of a name, an e-mail address, or a phone number. One or two letters match only at the start of a
   * word.
   */
  q: z.string().max(200).optional(),
  profile_id: idSchema.optional(),
  tag: z.string().max(TAG_CHARS_MAX).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2,3}$|^UNKNOWN$/)
    .optional(),
  status: z.enum(STATUSES).optional(),
  stage_id: idSchema.optional(),
  /** The responsible person's user id. */
  owner_id: idSchema.optional(),
  /** Role addresses, or disposable ones. */
  address: z.enum(ADDRESS_RISKS).optional(),
  /** Only who's in this segment. */
  segment_id: idSchema.optional(),
  /** Only whom this is true for: a condition like a segment's, as an object or as JSON. */
  condition: z.union([z.string().max(CONDITION_CHARS_MAX), z.looseObject({})]).optional(),
  /** Created since then, and before then. */
  since: storedMoment.optional(),
  before: storedMoment.optional(),
});
export type ContactFilterInput = z.infer<typeof filterSchema>;

const fieldSchema = z.object({
  /** The name in templates and imports. */
  key: z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, "Use lowercase letters, digits, and underscores."),
  label: writtenText(NAME_CHARS_MAX).min(1),
  type: z.enum(FIELD_TYPES),
  choices: z.array(writtenText(NAME_CHARS_MAX).min(1)).max(100).default([]),
});

const { get, ask, post, put, patch, del } = routesOf("contacts");
const id = z.object({ id: idSchema });
const FORMATS = ["csv", "json"] as const;
const SELECTING = pickErrors(
  CONTACT_ERRORS,
  ...(["PROFILE_NOT_FOUND", "SEGMENT_NOT_FOUND", "CONDITION_INVALID"] as const),
);

export const contactsContract = {
  list: member("leads.see")
    .route(get("/contacts", "Your leads, newest first; `total` is how many match, an estimate above 10,000"))
    .errors({ ...SELECTING, ...pickErrors(CONTACT_ERRORS, "CURSOR_INVALID") })
    .input(filterSchema.extend(listInput(CONTACT_SORTS).shape))
    .output(pageOf(contactSchema)),
  create: member("leads.delete")
    .route(post("/contacts", "Add a lead by hand"))
    .errors(
      pickErrors(
        CONTACT_ERRORS,
        ...(["PROFILE_NOT_FOUND", "CONTACT_EXISTS", "EMAIL_INVALID", "PHONE_INVALID"] as const),
        ...(["FIELD_INVALID", "TOO_MANY_FIELDS"] as const),
      ),
    )
    .input(draftSchema.extend({ id: z.uuid().optional(), profile_id: idSchema.optional() }))
    .output(contactSchema),
  exportFile: member("leads.export")
    .route(get("/contacts/export", "All leads that match, as a CSV or JSON file"))
    .errors(SELECTING)
    .input(filterSchema.extend({ format: z.enum(FORMATS).default("csv") }))
    .output(fileOf("text/csv", "application/json")),
  exportPicked: member("leads.export")
    .route(ask("/contacts/export", "The leads that were picked, as a CSV or JSON file"))
    .errors(SELECTING)
    .input(z.object({ selection: selectionOf(filterSchema), format: z.enum(FORMATS).default("csv") }))
    .output(fileOf("text/csv", "application/json")),
  tagMany: member("leads.delete")
    .route(post("/contacts/tag", "Add a tag to many leads, or take it off; for an hour, it can be undone"))
    .errors(SELECTING)
    .input(bulkInput(filterSchema).extend({ tag: tagSchema, action: z.enum(["add", "remove"]) }))
    .output(bulkOutcomeSchema),
  scoreMany: member("leads.delete")
    .route(
      post(
        "/contacts/score",
        "Add points to many leads’ scores, or take some; for an hour, it can be undone",
      ),
    )
    .errors(SELECTING)
    .input(
      bulkInput(filterSchema).extend({
        points: z
          .int()
          .min(-SCORE_CHANGE_MAX)
          .max(SCORE_CHANGE_MAX)
          .refine((points) => points !== 0, "Enter how many points to add or to take."),
      }),
    )
    .output(bulkOutcomeSchema),
  deleteMany: member("leads.delete")
    .route(
      post(
        "/contacts/delete",
        "Delete many leads; for an hour, they can be restored. More than 1,000 become a job",
      ),
    )
    .errors({ ...SELECTING, ...REAUTHENTICATION_ERRORS })
    .input(bulkInput(filterSchema))
    .output(bulkOutcomeSchema),
  restore: member("leads.delete")
    .route(post("/contacts/restore", "Undo one change of many leads"))
    .errors(pickErrors(CONTACT_ERRORS, "UNDO_TOO_LATE"))
    .input(z.object({ undo_id: z.uuid() }))
    .output(z.object({ restored: z.number(), taken: z.number() })),
  get: member("leads.see")
    .route(get("/contacts/{id}", "A lead, with what they agreed to and what must not be sent to them"))
    .errors(pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"))
    .input(id)
    .output(contactDetailsSchema),
  update: member("leads.delete")
    .route(patch("/contacts/{id}", "Change a lead"))
    .errors(
      pickErrors(
        CONTACT_ERRORS,
        ...(["CONTACT_NOT_FOUND", "CONTACT_EXISTS", "EMAIL_INVALID", "PHONE_INVALID"] as const),
        ...(["FIELD_INVALID", "TOO_MANY_FIELDS", "CHANGED_MEANWHILE"] as const),
      ),
    )
    .input(
      draftSchema.partial().extend({
        ...id.shape,
        /**
         * The version the form was loaded with. An edit over a newer one is rejected (`CHANGED_MEANWHILE`,
         * data = the newer lead).
         */
        updated_at: z.string().optional(),
      }),
    )
    .output(contactSchema),
  delete: member("leads.delete")
    .route(del("/contacts/{id}", "Delete a lead forever"))
    .errors({ ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"), ...REAUTHENTICATION_ERRORS })
    .input(id)
    .output(z.object({ id: z.string() })),
  requests: requestsEndpoint,
  settings: member("leads.see")
    .route(
      get(
        "/contact-settings",
        "The fields and tags that your leads have, the stages of your pipeline, and your topics",
      ),
    )
    .output(
      z.object({
        fields: z.array(fieldSchema),
        tags: z.array(z.string()),
        stages: z.array(stageSchema),
        currency: z.string(),
        topics: z.array(topicSchema),
      }),
    ),
  saveFields: member("leads.delete")
    .route(put("/contact-settings/fields", "Define the fields of leads"))
    .errors(pickErrors(CONTACT_ERRORS, "FIELD_INVALID"))
    .input(z.object({ fields: z.array(fieldSchema).max(FIELDS_MAX) }))
    .output(z.object({ fields: z.array(fieldSchema) })),
};
