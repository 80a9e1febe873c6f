/* Topics: the account's subjects besides news. People can leave a topic and keep getting the rest. */

import {
  deleteTopicSuppression,
  listConsents,
  listSuppressionsOf,
  upsertConsents,
} from "#src/features/audience/consent-records/consent-records.ts";
import { TOPIC_ERRORS } from "#src/features/audience/consent-records/contract.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import {
  RESUBSCRIBED,
  TOPIC_NAME_CHARS_MAX,
  type Topic,
} from "#src/features/audience/consent-records/rules.ts";
import {
  type ContactRow,
  findSettings,
  insertTimelineEntries,
  lockSettings,
  updateTopics,
} from "#src/features/audience/contacts/contacts.ts";
import { contactUpdated } from "#src/features/audience/contacts/events.ts";
import { oneLine } from "#src/features/audience/contacts/rules.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { suppress } from "./consent.ts";
import { contactTopicsChanged } from "./events.ts";

/** Defines the topics. People's decisions on a deleted one stay, and count again with its key. */
export async function saveTopics(ctx: Ctx, given: { topics: Topic[] }): Promise<{ topics: Topic[] }> {
  requireWholeAccount(ctx);
  const topics = given.topics.map(({ key, name }) => ({ key, name: oneLine(name, TOPIC_NAME_CHARS_MAX) }));
  const isEachOnce = (texts: string[]) => new Set(texts).size === texts.length;
  const areNamed = topics.every(({ name }) => name !== "");
  if (!areNamed || !isEachOnce(topics.map(({ key }) => key)) || !isEachOnce(topics.map(lowerName)))
    throw failure(TOPIC_ERRORS, "TOPICS_ALIKE");
  await ctx.write(async (ctx) => {
    await lockSettings(ctx.db, ctx.account);
    await updateTopics(ctx.db, ctx.account, topics);
    await ctx.announce(contactTopicsChanged, { subject: ctx.account, payload: {} });
  });
  return { topics };
}

const lowerName = ({ name }: Topic) => name.toLowerCase();

/** Returns the account's topics with the person's subscriptions. */
export async function topicsOf(db: Db, contact: ContactRow) {
  const { user_id: account, id, email } = contact;
  const { topics } = await findSettings(db, account);
  if (topics.length === 0) return [];
  const left = await listSuppressionsOf(db, { account, email_hash: emailHash(account, email) });
  const ended = (await listConsents(db, { account, id })).filter(({ state }) => state === "unsubscribed");
  const off = new Set([...left.map(({ scope }) => scope), ...ended.map(({ topic }) => topic)]);
  return topics.map(({ key, name }) => ({ key, name, is_on: !off.has(key) }));
}

/** Returns the topic, if it exists and the subscription would change. */
async function topicTo(
  ctx: Platform,
  contact: ContactRow | undefined,
  { key, is_on }: { key: string | undefined; is_on: boolean },
) {
  const found = contact && (await topicsOf(ctx.db, contact)).find((one) => one.key === key);
  return found && found.is_on !== is_on ? { contact, topic: found } : undefined;
}

export async function unsubscribeTopic(
  ctx: Platform,
  given: ContactRow | undefined,
  { key, ...by }: { key: string | undefined; batch_id?: string | undefined; recipient: string },
): Promise<void> {
  const found = await topicTo(ctx, given, { key, is_on: false });
  if (!found) return;
  const { user_id: account, email } = found.contact;
  await suppress(ctx, { account, email, reason: "unsubscribe", scope: found.topic.key, ...by });
}

/** Subscribes the person again. A stop by a team member stays. */
export async function subscribeTopic(
  ctx: Platform,
  given: ContactRow | undefined,
  key: string | undefined,
): Promise<void> {
  const found = await topicTo(ctx, given, { key, is_on: true });
  if (!found) return;
  const { user_id: account, id, email } = found.contact;
  const topic = found.topic.key;
  await deleteTopicSuppression(ctx.db, { account, email_hash: emailHash(account, email), topic });
  const at = ctx.now().toISOString();
  const own = { user_id: account, contact_id: id, id: ctx.newId() };
  const proof = { state: "confirmed", text: RESUBSCRIBED, version: "link", method: "link" } as const;
  const never = { profile_id: null, confirmed_at: at, ended_at: null };
  await upsertConsents(ctx.db, [{ ...own, topic, ...proof, given_at: at, ...never }]);
  const data = { reason: "unsubscribe", scope: topic, note: found.topic.name };
  await insertTimelineEntries(ctx.db, [{ ...own, id: ctx.newId(), kind: "lifted", at, data }]);
  await ctx.announce(contactUpdated, { account, subject: id, payload: { fields: ["topics"] } });
}
