import * as z from "zod";
import { isInUse } from "#src/features/identity/accounts/accounts.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed, unsubscribeLink } from "#src/features/identity/preferences/preferences.ts";
import { LANGUAGES, languageNamed } from "#src/lib/language.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { versionIn } from "./broadcast-rules.ts";
import { newsUrl } from "./news-link.ts";
import { composeNews, newsFooter } from "./news-mail.ts";
import { TARGETS } from "./rules.ts";
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
  if (test === undefined && !(await isInUse(platform.db, account)))
    return { unneeded: "The account was suspended, or about to be deleted." };
  const wanted = await filterSubscribed(platform, [account], { topic: "news", channel: "email" });
  if (test === undefined && wanted.length === 0) return { unneeded: "They turned these e-mails off." };
  const language = test ?? languageNamed(person.language);
  return {
    ...(await composeNews(platform, {
      account,
      version: versionIn(row.versions, language),
      target: TARGETS[row.target],
      footer: newsFooter(platform),
      language,
      ...(test === undefined && { makeUrl: async () => newsUrl(platform, { id, account }) }),
    })),
    to: person.email,
    unsubscribe: unsubscribeLink(platform, { person: account, topic: "news" }),
  };
}
