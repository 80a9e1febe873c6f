import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { findWebhook } from "./store.ts";

const oneWebhook = z.object({ account: z.string(), id: z.string() });
type OneWebhook = z.output<typeof oneWebhook>;

export const webhookDisabledMail: MailType<OneWebhook> = {
  template: "webhooks.disabled",
  label: "Webhook turned off",
  data: oneWebhook,
};

export const webhookMails: MailHandler<Platform>[] = [mailHandler(webhookDisabledMail, disabledEmail)];

async function disabledEmail(platform: Platform, { account, id }: OneWebhook): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const webhook = await findWebhook(db, { account, id });
  const to = (await findPerson(db, account))?.email;
  if (!webhook || to === undefined || webhook.disabled_at === null)
    return { unneeded: "The webhook had been deleted or turned on again by then." };
  const { host } = new URL(webhook.url);
  const why =
    webhook.disabled_because === "gone"
      ? `${host} told us that this URL is gone, so we’ve stopped sending it events.`
      : `Nothing we sent to ${host} has gotten through for a day, so we stopped sending it events.`;
  return {
    to,
    subject: `Your webhook to ${host} is off`,
    preview: "We stopped sending it events.",
    lines: [why, "Once it works again, turn the webhook on and send what it missed."],
    details: [{ label: "URL", value: webhook.url }],
    action: { label: "See your webhooks", url: `${instance.publicUrl}${inAccount(PATHS.webhooks, account)}` },
    footer: `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} has this webhook.`,
    unsubscribe: unsubscribeLink(platform, { person: account, topic: "webhooks" }),
  };
}
