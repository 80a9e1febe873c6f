import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { listTold } from "./check-store.ts";

const digestSchema = z.object({ account: z.string(), at: z.string() });
type Digest = z.output<typeof digestSchema>;

export const deadLinksMail: MailType<Digest> = {
  template: "links.dead",
  label: "Links stopped working",
  data: digestSchema,
};

export const linkMails: MailHandler<Platform>[] = [mailHandler(deadLinksMail, deadLinksEmail)];

const SHOWN_MAX = 20;

async function deadLinksEmail(platform: Platform, { account, at }: Digest): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const dead = await listTold(db, { account, at });
  const to = (await findPerson(db, account))?.email;
  const [first] = dead;
  if (!first || to === undefined) return { unneeded: "The links worked again, or were gone, by then." };
  const isOne = dead.length === 1;
  return {
    to,
    subject: isOne ? `“${bidiIsolate(first.title)}” doesn’t work` : `${dead.length} of your links don’t work`,
    preview: "Visitors who open them get nowhere.",
    lines: [
      "We looked twice, an hour apart, and got no page either time. Visitors will fare the same.",
      "Change the URL, or hide the link until it works again. We keep looking once a day.",
    ],
    details: dead.slice(0, SHOWN_MAX).map(({ title, url, reason }) => {
      return { label: reason ?? "URL", value: `${bidiIsolate(title)} (${url})` };
    }),
    action: { label: "See your links", url: `${instance.publicUrl}${inAccount(PATHS.links, account)}` },
    footer: `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} has these links.`,
    unsubscribe: unsubscribeLink(platform, { person: account, topic: "links" }),
  };
}
