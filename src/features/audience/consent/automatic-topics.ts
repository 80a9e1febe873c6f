/*
 * What automations may do with topics: stop one for somebody, and take back a stop of theirs. Nobody is subscribed
 * without a word of their own: what people left themselves, or a team member stopped, stays.
 */
import {
  deleteAutomaticStop,
  listSuppressionsOf,
} from "#src/features/audience/consent-records/consent-records.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { insertTimelineEntries, requireContact } from "#src/features/audience/contacts/contacts.ts";
import { contactUpdated } from "#src/features/audience/contacts/events.ts";
import type { Ctx } from "#src/platform/context.ts";
import { suppress } from "./consent.ts";
import { topicsOf } from "./topics.ts";

/** Tells these stops apart from people’s. */
export const AUTOMATIC_STOP = "An automation stopped it.";

interface OneTopic {
  id: string;
  topic: string;
}

/** Stops e-mail about a topic to a contact. Again, or if they left it themselves, nothing changes. */
export async function stopTopic(ctx: Ctx, { id, topic: key }: OneTopic): Promise<void> {
  const contact = await requireContact(ctx, id);
  const topic = (await topicsOf(ctx.db, contact)).find((one) => one.key === key);
  if (!topic?.is_on) return;
  const { email } = contact;
  await suppress(ctx, { account: ctx.account, email, reason: "manual", scope: key, note: AUTOMATIC_STOP });
}

/** Takes back a stop by an automation. False if something else is in the way, such as their own wish. */
export async function resumeTopic(ctx: Ctx, { id, topic: key }: OneTopic): Promise<boolean> {
  const contact = await requireContact(ctx, id);
  const topic = (await topicsOf(ctx.db, contact)).find((one) => one.key === key);
  if (!topic || topic.is_on) return topic !== undefined;
  const email_hash = emailHash(ctx.account, contact.email);
  const stops = await listSuppressionsOf(ctx.db, { account: ctx.account, email_hash });
  const stop = stops.find(({ scope }) => scope === key);
  if (stop?.reason !== "manual" || stop.note !== AUTOMATIC_STOP) return false;
  await deleteAutomaticStop(ctx.db, { account: ctx.account, email_hash, topic: key, note: AUTOMATIC_STOP });
  const at = ctx.now().toISOString();
  const own = { user_id: ctx.account, contact_id: id, id: ctx.newId() };
  const data = { reason: "manual", scope: key, note: topic.name };
  await insertTimelineEntries(ctx.db, [{ ...own, kind: "lifted", at, data }]);
  await ctx.announce(contactUpdated, { subject: id, payload: { fields: ["topics"] } });
  return true;
}
