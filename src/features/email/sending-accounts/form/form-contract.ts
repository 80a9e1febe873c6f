/* The form of a sending account. */
import * as z from "zod";
import { idSchema } from "#src/lib/endpoint.ts";
import { AUTHS, GMAIL_PLANS, NAME_CHARS_MAX, POSTAL_CHARS_MAX, SECURITIES } from "../rules.ts";

const limit = z.number().int().min(1).max(1_000_000).nullable();
export const limitsSchema = z.object({
  per_second: limit,
  per_minute: limit,
  per_hour: limit,
  per_day: limit,
});

const text = (max: number) => z.string().max(max * 2);
const senderFields = {
  from_name: text(NAME_CHARS_MAX),
  from_address: text(320),
  reply_to: text(320).default(""),
  postal_address: text(POSTAL_CHARS_MAX).default(""),
};
const serverFields = {
  host: text(253),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(SECURITIES),
  auth: z.enum(AUTHS),
  username: text(320).default(""),
  /** For XOAUTH2, a refresh token. */
  password: z.string().max(4096).default(""),
  token_url: text(1000).default(""),
  client_id: text(500).default(""),
  client_secret: z.string().max(1000).default(""),
};

const smtpFormSchema = z.object({
  kind: z.literal("smtp"),
  /** Chosen by the form, so that sending it twice adds one. */
  id: z.uuid().optional(),
  ...senderFields,
  ...serverFields,
  limits: limitsSchema.optional(),
  /** Starts with 50 a day and doubles every day. */
  warms_up: z.boolean().default(false),
});
export type SmtpForm = z.output<typeof smtpFormSchema>;

const gmailFormSchema = z.object({
  kind: z.literal("gmail"),
  id: z.uuid().optional(),
  from_name: text(NAME_CHARS_MAX),
  reply_to: text(320).default(""),
  postal_address: text(POSTAL_CHARS_MAX).default(""),
  /** Google's limit in 24 hours: 500 e-mails for a personal account, 2,000 for Google Workspace. */
  gmail_plan: z.enum(GMAIL_PLANS),
  warms_up: z.boolean().default(false),
});
const instanceFormSchema = z.object({
  kind: z.literal("instance"),
  id: z.uuid().optional(),
  from_name: senderFields.from_name,
  /** The address for replies. Verified by a code, unless it's the person's own address. */
  reply_to: text(320),
  postal_address: senderFields.postal_address,
  warms_up: z.boolean().default(false),
});
export const newMailboxSchema = z.discriminatedUnion("kind", [
  smtpFormSchema,
  gmailFormSchema,
  instanceFormSchema,
]);
export type GmailForm = z.output<typeof gmailFormSchema>;
export type InstanceForm = z.output<typeof instanceFormSchema>;

export const updateMailboxSchema = smtpFormSchema
  .omit({ kind: true, id: true })
  .extend({
    reply_to: text(320),
    postal_address: text(POSTAL_CHARS_MAX),
    username: text(320),
    password: z.string().max(4096),
    token_url: text(1000),
    client_id: text(500),
    client_secret: z.string().max(1000),
    warms_up: z.boolean(),
    is_enabled: z.boolean(),
    gmail_plan: z.enum(GMAIL_PLANS),
  })
  .partial()
  .extend({ id: idSchema });
