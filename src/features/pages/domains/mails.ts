import { domainToUnicode } from "node:url";
import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
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
import { findDomain } from "./store.ts";

const oneDomain = z.object({ account: z.string(), id: z.string() });
type OneDomain = z.output<typeof oneDomain>;

export const domainActiveMail: MailType<OneDomain> = {
  template: "domains.active",
  label: "Domain works",
  data: oneDomain,
};

export const domainDanglingMail: MailType<OneDomain> = {
  template: "domains.dangling",
  label: "Domain stopped working",
  data: oneDomain,
};

export const domainMails: MailHandler<Platform>[] = [
  mailHandler(domainActiveMail, activeEmail),
  mailHandler(domainDanglingMail, danglingEmail),
];

async function activeEmail(platform: Platform, key: OneDomain): Promise<Email | Unneeded> {
  const { db, instance } = platform;
  const domain = await findDomain(db, key);
  const to = (await findPerson(db, key.account))?.email;
  if (domain?.state !== "active" || to === undefined)
    return { unneeded: "The domain had been removed or had stopped working by then." };
  const host = domainToUnicode(domain.host);
  return {
    to,
    subject: `${host} is live`,
    preview: "Your page is at your own domain.",
    lines: [
      `Your page is at ${host} now, over HTTPS.`,
      "Your old URL still works. QR codes, shared links, and search engines use the new one from here on.",
    ],
    details: [{ label: "Your page", value: `https://${domain.host}/` }],
    action: {
      label: "See your domains",
      url: `${instance.publicUrl}${inAccount(PATHS.domains, key.account)}`,
    },
    footer: footer(platform),
  };
}

async function danglingEmail(platform: Platform, key: OneDomain): Promise<Email | Unneeded> {
  const { db, instance } = platform;
  const domain = await findDomain(db, key);
  const to = (await findPerson(db, key.account))?.email;
  if (!domain || to === undefined || domain.dangling_since === null)
    return { unneeded: "The domain had been removed or worked again by then." };
  const host = domainToUnicode(domain.host);
  return {
    to,
    subject: `${host} no longer leads to your page`,
    preview: "Visitors who open it don’t see your page.",
    lines: [
      `Visitors who open ${host} don’t see your page anymore.`,
      domain.reason,
      "Your page is still at its other URL, and QR codes and shared links use that one until this is fixed.",
    ],
    details: [{ label: "Domain", value: domain.host }],
    action: { label: "Fix it", url: `${instance.publicUrl}${inAccount(PATHS.domains, key.account)}` },
    footer: footer(platform),
  };
}

function footer({ settings }: Platform): string {
  return `You got this e-mail because your account on ${settings.get(INSTANCE_NAME)} has this domain.`;
}
