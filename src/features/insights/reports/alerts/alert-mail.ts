import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { isLanguage, LANGUAGES } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import type { Email, MailType, Unneeded } from "#src/platform/mail/mail-types.ts";
import { findAlert } from "./alerts-store.ts";
import { alertSentence, causeSentence } from "./sentence-rules.ts";

const oneAlert = z.object({ account: z.string(), id: z.string() });
type OneAlert = z.output<typeof oneAlert>;

export const alertMail: MailType<OneAlert> = {
  template: "analytics.alert",
  label: "Spike or drop of visits",
  data: oneAlert,
};

export async function alertEmail(platform: Platform, { account, id }: OneAlert): Promise<Email | Unneeded> {
  const { db, instance, settings } = platform;
  const person = await findPerson(db, account);
  const found = await findAlert(db, { account, id });
  if (!person || !found) return { unneeded: "The page was gone by then." };
  const { alert, name } = found;
  const language = isLanguage(person.language) ? person.language : LANGUAGES[0];
  const say = await translatorFor(language);
  const locale = localeFor(person);
  const page = bidiIsolate(name);
  const cause = causeSentence(alert.cause, locale);
  return {
    to: person.email,
    language,
    subject:
      alert.kind === "spike"
        ? `${page} has far more visits than usual`
        : `${page} has far fewer visits than usual`,
    preview: alertSentence(alert, locale),
    lines: [alertSentence(alert, locale), ...(cause === undefined ? [] : [say(cause)])],
    action: {
      label: "Open analytics",
      url: `${instance.publicUrl}${inAccount(`${PATHS.analytics}?profile=${alert.profile_id}&period=24h`, account)}`,
    },
    footer: `You got this e-mail because alerts are on for your pages on ${settings.get(INSTANCE_NAME)}.`,
    unsubscribe: unsubscribeLink(platform, { person: account, topic: "visits" }),
  };
}
