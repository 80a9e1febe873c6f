/* Attributes unsubscriptions to the e-mail that caused them. */
import type { addressesSuppressed, contactUnsubscribed } from "#src/features/audience/consent/events.ts";
import type { Announced, EventType } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import { UNSUBSCRIBED_WITHIN_MS } from "../rules.ts";
import { updateUnsubscribed } from "./unsubscription-store.ts";

type Heard<Event> = Announced<Event extends EventType<infer Payload> ? Payload : never>;

/** Someone unsubscribed: with the link in an e-mail, by a reply, or through the team. */
export function recordUnsubscribed(
  { db }: Platform,
  { account: user_id, subject, time, payload }: Heard<typeof contactUnsubscribed>,
): Promise<void> {
  const { scope, campaign: batch, recipient = subject } = payload;
  return updateUnsubscribed(db, { user_id, contact_ids: [recipient], batch, scope, ...timesOf(time) });
}

/** The team marked many people at once as unsubscribed. */
export async function recordManyUnsubscribed(
  { db }: Platform,
  { account: user_id, time, payload }: Heard<typeof addressesSuppressed>,
): Promise<void> {
  if (!payload.unsubscribed) return;
  const { ids: contact_ids, scope } = payload.unsubscribed;
  await updateUnsubscribed(db, { user_id, contact_ids, batch: null, scope, ...timesOf(time) });
}

const timesOf = (time: string) => ({
  at: time,
  since: new Date(Date.parse(time) - UNSUBSCRIBED_WITHIN_MS).toISOString(),
});
