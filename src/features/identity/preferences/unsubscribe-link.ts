/*
 * Unsubscribing from e-mail about a topic with the link in it (RFC 8058), without signing in. The link proves
 * that someone got the e-mail, and grants nothing else.
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

const PURPOSE = "preferences.unsubscribe";
const linkSchema = z.object({ person: z.string(), topic: z.enum(TOPIC_NAMES), at: z.iso.datetime() });
type Link = z.output<typeof linkSchema>;

/**
 * Returns an e-mail's unsubscribe link for a topic that the person may turn off, valid for as long as they
 * have it.
 */
export function unsubscribeLink(
  { vault, instance, now }: Platform,
  about: Omit<Link, "at">,
): { label: string; url: string } {
  const link: Link = { ...about, at: now().toISOString() };
  const token = vault.seal(PURPOSE, JSON.stringify(link));
  const label = `Stop these e-mails about ${wordsFor(about.topic)}`;
  return { label, url: `${instance.publicUrl}${UNSUBSCRIBE_PATH}/${token}` };
}

/** A link's topic, for the middle of a sentence, and whether the person still gets it. */
export interface TopicSubscription {
  topic: string;
  isOn: boolean;
}

/** Returns undefined for a link that isn't ours, and once the account is gone or has another owner. */
export async function findUnsubscription(
  visit: VisitorCtx,
  token: string,
): Promise<TopicSubscription | undefined> {
  const link = await findLink(visit, token);
  if (!link) return undefined;
  const off = (await listOptOuts(visit.db, [link.person])).get(link.person) ?? [];
  return { topic: wordsFor(link.topic), isOn: isSubscribed(off, link.topic, "email") };
}

/** A second call changes nothing. Undefined as for `findUnsubscription`. */
export async function unsubscribe(visit: VisitorCtx, token: string): Promise<TopicSubscription | undefined> {
  const link = await findLink(visit, token);
  if (!link) return undefined;
  const { person: id, topic } = link;
  await visit.write(async (ctx) => {
    if (!(await updateOptOut(ctx.db, { person: id, cell: cellOf(topic, "email"), isOff: true }))) return;
    await ctx.announce(accountUpdated, { account: id, subject: id, payload: { fields: ["notifications"] } });
  });
  return { topic: wordsFor(topic), isOn: false };
}

async function findLink(visit: VisitorCtx, token: string): Promise<Link | undefined> {
  const text = visit.vault.open(PURPOSE, token);
  if (text === undefined) {
    await visit.limits.count(WRONG_LINKS, visit.request.address);
    return undefined;
  }
  const link = linkSchema.safeParse(JSON.parse(text)).data;
  if (!link || TOPICS[link.topic].email !== "choice") return undefined;
  const isTheirs =
    (await findPerson(visit.db, link.person)) &&
    !(await isHandedOver(visit.db, { id: link.person, since: new Date(link.at) }));
  return isTheirs ? link : undefined;
}

function wordsFor(topic: TopicName): string {
  return TOPICS[topic].label.toLowerCase();
}
