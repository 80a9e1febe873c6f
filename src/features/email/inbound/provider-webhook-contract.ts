import * as z from "zod";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { idSchema, member, routesOf, sentence, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";

export const PROVIDERS = ["ses", "postmark", "sendgrid", "mailgun", "resend"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const HOOK_ERRORS = {
  HOOK_OF_GMAIL: { status: 409, message: "Gmail reports to your inbox, not by webhook." },
  HOOK_KEY_MISSING: { status: 400, message: "Enter the key. We ask again when the provider changes." },
  HOOK_KEY_WRONG: { status: 400, message: "That doesn’t look like this provider’s key. Copy it again." },
} as const;
const { MAILBOX_NOT_FOUND } = MAILBOX_ERRORS;

const hookSchema = z.object({
  /** Null before it's set up. */
  provider: z.enum(PROVIDERS).nullable(),
  /** The URL to enter at the provider. Empty if it has to be saved again. */
  url: z.string(),
  taken_at: z.string().nullable(),
  /** The time of the last invalid request, and its problem in words. */
  refused_at: z.string().nullable(),
  refusal: sentence(),
});
export type ProviderWebhook = z.infer<typeof hookSchema>;

const mailboxId = z.object({ id: idSchema });
const formSchema = mailboxId.extend({
  provider: z.enum(PROVIDERS),
  /**
   * The provider's signing key: SendGrid's public key, Mailgun's or Resend's signing key, the ARN of Amazon's
   * topic. Postmark needs none. If absent, the stored one stays, unless the provider changes.
   */
  key: storedText(4096).default(""),
});
export type ProviderWebhookForm = z.output<typeof formSchema>;

const { get, put, del } = routesOf("mailboxes");

export const hookEndpoints = {
  getHook: member("connections.manage")
    .route(
      get(
        "/mailboxes/{id}/provider",
        "The webhook by which a sending account’s provider reports bounces and complaints",
      ),
    )
    .errors({ MAILBOX_NOT_FOUND })
    .input(mailboxId)
    .output(hookSchema),
  saveHook: member("connections.manage")
    .route(
      put(
        "/mailboxes/{id}/provider",
        "Get a URL for a provider’s webhook; another provider gets another URL",
      ),
    )
    .errors({
      MAILBOX_NOT_FOUND,
      ...pickErrors(HOOK_ERRORS, "HOOK_OF_GMAIL", "HOOK_KEY_MISSING", "HOOK_KEY_WRONG"),
    })
    .input(formSchema)
    .output(hookSchema),
  removeHook: member("connections.manage")
    .route(del("/mailboxes/{id}/provider", "Take nothing from the provider anymore, and forget its key"))
    .errors({ MAILBOX_NOT_FOUND })
    .input(mailboxId)
    .output(mailboxId),
};
