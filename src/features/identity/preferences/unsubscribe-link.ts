/*
 * Unsubscribing from e-mail with the link in it (RFC 8058), without signing in. The link proves that someone got the
 * e-mail, and grants nothing else. Each kind of link says what it's about.
 */
import * as z from "zod";
import { accountUpdated } from "#src/features/identity/accounts/events.ts";
import { isHandedOver } from "#src/features/identity/accounts/id-swap/id-swap.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { UNSUBSCRIBE_PATH } from "#src/lib/paths.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { cellOf, isSubscribed, TOPIC_NAMES, TOPICS, type TopicName } from "./rules.ts";
import { listOptOuts, updateOptOut } from "./store.ts";

/** Counts invalid links. Inbox providers open many valid ones from one IP address. */
const WRONG_LINKS: Limit = { name: "unsubscribe", attempts: 30, seconds: 3600 };

const linkSchema = z.looseObject({ person: z.string(), at: z.iso.datetime() });

/** Tells one kind of link from all others, and what's in it besides the person. */
interface LinkKind<About> {
  purpose: string;
  path: string;
  about: z.ZodType<About>;
}

/** Returns the URL of a link, which is valid for as long as the person has the e-mail. */
export function unsubscribeUrl<About extends object>(
  { vault, instance, now }: Platform,
  { purpose, path }: LinkKind<About>,
  about: About & { person: string },
): string {
  const token = vault.seal(purpose, JSON.stringify({ ...about, at: now().toISOString() }));
  return `${instance.publicUrl}${path}/${token}`;
}

/** Returns undefined for a link that isn't ours, and once the person is gone or the id is another one's. */
export async function openUnsubscribeLink<About extends object>(
  visit: VisitorCtx,
  { purpose, about }: LinkKind<About>,
  token: string,
): Promise<(About & { person: string }) | undefined> {
  const text = visit.vault.open(purpose, token);
  if (text === undefined) {
    await visit.limits.count(WRONG_LINKS, visit.request.address);
    return undefined;
  }
  const link = linkSchema.safeParse(JSON.parse(text)).data;
  const said = about.safeParse(link).data;
  if (!link || !said) return undefined;
  const isTheirs =
    (await findPerson(visit.db, link.person)) &&
    !(await isHandedOver(visit.db, { id: link.person, since: new Date(link.at) }));
  return isTheirs ? { ...said, person: link.person } : undefined;
}

const TOPIC_LINK: LinkKind<{ topic: TopicName }> = {
  purpose: "preferences.unsubscribe",
  path: UNSUBSCRIBE_PATH,
  about: z.object({ topic: z.enum(TOPIC_NAMES) }),
};

/** Returns an e-mail's unsubscribe link for a topic that the person may turn off. */
export function unsubscribeLink(
  platform: Platform,
  about: { person: string; topic: TopicName },
): { label: string; url: string } {
  const label = `Stop these e-mails about ${wordsFor(about.topic)}`;
  return { label, url: unsubscribeUrl(platform, TOPIC_LINK, about) };
}

/** What a link is about, for the middle of a sentence, and whether the person still gets it. */
export interface Subscription {
  topic: string;
  isOn: boolean;
}

export async function findUnsubscription(
  visit: VisitorCtx,
  token: string,
): Promise<Subscription | undefined> {
  const link = await openTopicLink(visit, token);
  if (!link) return undefined;
  const off = (await listOptOuts(visit.db, [link.person])).get(link.person) ?? [];
  return { topic: wordsFor(link.topic), isOn: isSubscribed(off, link.topic, "email") };
}

/** A second call changes nothing. */
export async function unsubscribe(visit: VisitorCtx, token: string): Promise<Subscription | undefined> {
  const link = await openTopicLink(visit, token);
  if (!link) return undefined;
  const { person: id, topic } = link;
  await visit.write(async (ctx) => {
    if (!(await updateOptOut(ctx.db, { person: id, cell: cellOf(topic, "email"), isOff: true }))) return;
    await ctx.announce(accountUpdated, { account: id, subject: id, payload: { fields: ["notifications"] } });
  });
  return { topic: wordsFor(topic), isOn: false };
}

async function openTopicLink(visit: VisitorCtx, token: string) {
  const link = await openUnsubscribeLink(visit, TOPIC_LINK, token);
  return link && TOPICS[link.topic].email === "choice" ? link : undefined;
}

function wordsFor(topic: TopicName): string {
  return TOPICS[topic].label.toLowerCase();
}
