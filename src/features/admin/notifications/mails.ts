import * as z from "zod";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed, unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { LANGUAGES, type Language, languageNamed } from "#src/lib/language.ts";
import { inAccount, PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { versionIn } from "./broadcast-rules.ts";
import type { Version } from "./contract.ts";
import { newsUrl } from "./news-link.ts";
import { TARGETS, type TargetName } from "./rules.ts";
import { findBroadcast } from "./store.ts";

const newsSchema = z.object({
  id: z.string(),
  account: z.string(),
  /** Set for staff who test it on themselves. */
  test: z.enum(LANGUAGES).optional(),
});
type News = z.output<typeof newsSchema>;

export const newsMail: MailType<News> = {
  template: "notifications.news",
  label: "News of the instance",
  data: newsSchema,
};

export const broadcastMails: MailHandler<Platform>[] = [mailHandler(newsMail, newsEmail)];

/** What somebody turned off, or staff stopped, while it waited isn't sent anymore. */
async function newsEmail(platform: Platform, { id, account, test }: News): Promise<Email | Unneeded> {
  const person = await findPerson(platform.db, account);
  const row = await findBroadcast(platform.db, id);
  if (!person || !row) return { unneeded: "The account or the message was gone by then." };
  if (test === undefined && row.state === "stopped") return { unneeded: "Staff stopped it." };
  const wanted = await filterSubscribed(platform, [account], { topic: "news", channel: "email" });
  if (test === undefined && wanted.length === 0) return { unneeded: "They turned these e-mails off." };
  const language = test ?? languageNamed(person.language);
  return {
    ...composeNews(platform, {
      account,
      version: versionIn(row.versions, language),
      target: row.target,
      language,
      ...(test === undefined && { makeUrl: async () => newsUrl(platform, { id, account }) }),
    }),
    to: person.email,
    unsubscribe: unsubscribeLink(platform, { person: account, topic: "news" }),
  };
}

interface Written {
  /** Whoever reads it, in whose account the button leads somewhere. */
  account: string;
  version: Version;
  target: TargetName;
  language: Language;
  /** Makes the link that counts, once it's sent. Without it, the button leads straight to the target. */
  makeUrl?: () => Promise<string>;
}

/** The e-mail without its reader. */
export function composeNews(
  { instance, settings }: Platform,
  { account, version: { title, text, button }, target, language, makeUrl }: Written,
): Omit<Email, "to"> {
  const lines = text.split(/\n+/).map((line) => line.trim());
  const { path, label } = TARGETS[target];
  return {
    language,
    subject: title,
    preview: lines[0] ?? "",
    lines: lines.filter((line) => line !== ""),
    action: {
      label: button || label,
      url: `${instance.publicUrl}${inAccount(path, account)}`,
      ...(makeUrl && { makeUrl }),
    },
    footer: `You got this e-mail because you have an account on ${settings.get(INSTANCE_NAME)}.`,
    unsubscribe: {
      label: "Stop these e-mails about news and tips",
      url: `${instance.publicUrl}${PATHS.notificationSettings}`,
    },
  };
}
