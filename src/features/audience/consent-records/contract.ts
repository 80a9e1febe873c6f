import * as z from "zod";
import { fileOf, member, routesOf, storedText, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS, pageOf } from "#src/lib/list.ts";
import {
  CONSENT_METHODS,
  CONSENT_STATES,
  NEWS_TOPIC,
  SUPPRESS_MAX,
  SUPPRESSION_NOTE_CHARS_MAX,
  SUPPRESSION_REASONS,
  TOPIC_KEY,
  TOPIC_NAME_CHARS_MAX,
  TOPICS_MAX,
} from "./rules.ts";

const { get, post, put, del } = routesOf("contacts");

export const SUPPRESSION_ERRORS = {
  EMAIL_INVALID: { status: 400, message: "Enter a whole e-mail address, such as name@example.com." },
  NOT_SUPPRESSED: { status: 409, message: "This address isn’t suppressed." },
  SUPPRESSION_KEPT: {
    status: 409,
    message: "You can lift bounces and what you stopped yourself, but not this.",
  },
  ...LIST_ERRORS,
} as const;

export const suppressionSchema = z.object({
  id: z.string(),
  /** Null once its owner was erased. */
  email: z.string().nullable(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** The person's own decision, which applies again once the reason is lifted. */
  wish: z.enum(SUPPRESSION_REASONS).nullable(),
  scope: z.string().nullable(),
  note: z.string().nullable(),
  created_at: z.string(),
});
export type Suppression = z.infer<typeof suppressionSchema>;

export const consentSchema = z.object({
  topic: z.string(),
  state: z.enum(CONSENT_STATES),
  text: z.string(),
  version: z.string(),
  method: z.enum(CONSENT_METHODS),
  profile_id: z.string().nullable(),
  given_at: z.string(),
  confirmed_at: z.string().nullable(),
  ended_at: z.string().nullable(),
});

/** In the list, with the lead's id if there's one with that address. */
const listedSchema = suppressionSchema.extend({ contact_id: z.string().nullable() });
export type ListedSuppression = z.infer<typeof listedSchema>;

const email = z.string().max(500);
const scope = storedText(100).trim().min(1).optional();
const suppressing = {
  reason: z.enum(SUPPRESSION_REASONS).exclude(["erased"]).default("manual"),
  scope,
  note: z.string().trim().max(SUPPRESSION_NOTE_CHARS_MAX).optional(),
};

export const suppressionsContract = {
  suppressions: member("leads.see")
    .route(get("/suppressions", "Addresses that get no e-mail from you, newest first"))
    .errors(pickErrors(SUPPRESSION_ERRORS, "CURSOR_INVALID"))
    .input(z.object({ q: z.string().max(200).optional(), cursor: z.string().max(4000).optional() }))
    .output(pageOf(listedSchema)),
  exportSuppressions: member("leads.export")
    .route(
      get(
        "/suppressions/export",
        "Addresses that get no e-mail from you at all, as a CSV file that an import reads back; who left only a topic isn’t in it",
      ),
    )
    .input(z.object({}))
    .output(fileOf("text/csv")),
  suppress: member("leads.delete")
    .route(post("/suppressions", "Send nothing to an address anymore"))
    .errors(pickErrors(SUPPRESSION_ERRORS, "EMAIL_INVALID"))
    .input(z.object({ email, ...suppressing }))
    .output(suppressionSchema),
  suppressMany: member("leads.delete")
    .route(
      post(
        "/suppressions/many",
        "Send nothing to these addresses anymore. What isn’t an address comes back as `wrong`",
      ),
    )
    .input(z.object({ emails: z.array(email).min(1).max(SUPPRESS_MAX), ...suppressing }))
    .output(
      z.object({
        added: z.number(),
        /** Already suppressed, for this or a graver reason. */
        known: z.number(),
        wrong: z.array(z.string()),
      }),
    ),
  lift: member("connections.manage")
    .route(
      del(
        "/suppressions",
        "Lift a suppression that wasn’t the person’s own wish: of all e-mail, or of one topic",
      ),
    )
    .errors(pickErrors(SUPPRESSION_ERRORS, "NOT_SUPPRESSED", "SUPPRESSION_KEPT"))
    .input(z.object({ email, scope, note: z.string().trim().min(1).max(SUPPRESSION_NOTE_CHARS_MAX) }))
    .output(z.object({ email: z.string(), wish: z.enum(SUPPRESSION_REASONS).nullable() })),
};

export const TOPIC_ERRORS = {
  TOPICS_ALIKE: { status: 400, message: "Each topic needs a name of its own." },
} as const;

export const topicSchema = z.object({
  /** The key in consents, suppressions, and campaigns. Chosen by the client. */
  key: z
    .string()
    .regex(TOPIC_KEY, "Use lowercase letters, digits, and underscores.")
    .refine((key) => key !== NEWS_TOPIC, "Everyone gets news anyway."),
  name: writtenText(TOPIC_NAME_CHARS_MAX).min(1),
});

export const topicsContract = {
  saveTopics: member("leads.delete")
    .route(put("/contact-settings/topics", "Name the topics that leads can leave one by one, in their order"))
    .errors(pickErrors(TOPIC_ERRORS, "TOPICS_ALIKE"))
    .input(z.object({ topics: z.array(topicSchema).max(TOPICS_MAX) }))
    .output(z.object({ topics: z.array(topicSchema) })),
};
