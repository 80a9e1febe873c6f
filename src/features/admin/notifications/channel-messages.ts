/* Tells some people something by the channels that they take, in the caller's transaction. */
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import type { Channel } from "#src/features/identity/preferences/rules.ts";
import { tellNews } from "#src/features/reach/notifications/news.ts";
import { languageNamed } from "#src/lib/language.ts";
import type { Platform } from "#src/platform/context.ts";
import type { MailType } from "#src/platform/mail/mail-types.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { versionIn } from "./broadcast-rules.ts";
import type { Versions } from "./contract.ts";

export interface Told {
  account: string;
  email: string;
  is_confirmed: boolean;
  language: string | null;
}

interface Telling<Person extends Told, Data extends object> {
  /** The message: the same one reaches nobody twice. */
  key: string;
  people: readonly Person[];
  channels: readonly Channel[];
  versions: Versions;
  /** What opens behind the bell. */
  path: string;
  mail: MailType<Data>;
  /** What the e-mail is made of. */
  dataFor(person: Person): Data;
}

/** Returns the channels that each of them gets it by. */
export async function tellPeople<Person extends Told, Data extends object>(
  ctx: Platform,
  telling: Telling<Person, Data>,
): Promise<(account: string) => Channel[]> {
  const { key, people, channels, versions, path } = telling;
  const { in_app, push } = await tellNews(ctx, {
    key,
    channels: channels.filter((channel) => channel !== "email"),
    items: people.map(({ account, language }) => ({
      person: account,
      text: versionIn(versions, languageNamed(language)).title,
      path,
    })),
  });
  const email = channels.includes("email") ? await mailPeople(ctx, telling) : new Set<string>();
  const byChannel: Record<Channel, ReadonlySet<string>> = { in_app, email, push };
  return (account) => channels.filter((channel) => byChannel[channel].has(account));
}

/** Only to addresses that their owners have confirmed. */
async function mailPeople<Person extends Told, Data extends object>(
  ctx: Platform,
  { key, people, mail, dataFor }: Telling<Person, Data>,
): Promise<Set<string>> {
  const confirmed = people.filter(({ is_confirmed }) => is_confirmed);
  const accounts = confirmed.map(({ account }) => account);
  const wanting = new Set(await filterSubscribed(ctx, accounts, { topic: "news", channel: "email" }));
  for (const person of confirmed) {
    const { account, email: to } = person;
    if (wanting.has(account))
      await enqueueMail(ctx, { mail, to, data: dataFor(person), account, once: `${key} ${account}` });
  }
  return wanting;
}
