import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { languageNamed } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { LEGAL_NAMES, type LegalName, textIn, versionPath } from "./rules.ts";
import { findVersion } from "./store.ts";

const legalMailSchema = z.object({ name: z.enum(LEGAL_NAMES), number: z.number(), account: z.string() });

export const legalMail: MailType<z.output<typeof legalMailSchema>> = {
  template: "legal.changed",
  label: "Legal text changed",
  data: legalMailSchema,
};

export const legalMails: MailHandler<Platform>[] = [mailHandler(legalMail, legalEmail)];

const SUBJECTS: Readonly<Record<LegalName, string>> = {
  terms: "Our terms change",
  privacy: "Our privacy policy changes",
  cookies: "Our cookie policy changes",
};

/** It can't be turned off: people have to hear of it before it applies to them. */
async function legalEmail(
  { db, settings, instance }: Platform,
  { name, number, account }: z.output<typeof legalMailSchema>,
): Promise<Email | Unneeded> {
  const person = await findPerson(db, account);
  const version = await findVersion(db, { name, number });
  if (!person || !version) return { unneeded: "The account was gone by then." };
  const language = languageNamed(person.language);
  const date = new Intl.DateTimeFormat(localeFor(person), { dateStyle: "long", timeZone: "UTC" });
  const day = date.format(new Date(version.effective_at));
  const subject = SUBJECTS[name];
  const summary = textIn(version.summary, language)
    .text.split(/\n+/)
    .map((line) => line.trim());
  return {
    to: person.email,
    language,
    subject,
    preview: `The change takes effect on ${day}.`,
    lines: [
      `The change takes effect on ${day}.`,
      ...summary.filter((line) => line !== ""),
      ...(version.notice === "agree"
        ? [
            "From that day on, your dashboard asks you to agree before you go on. Your pages and your API stay up in any case.",
            "If you disagree, you can download everything in your account and delete it.",
          ]
        : []),
    ],
    action: { label: "Read the new text", url: `${instance.publicUrl}${versionPath(name, number)}` },
    footer: `You got this e-mail because you have an account on ${settings.get(INSTANCE_NAME)}.`,
  };
}
