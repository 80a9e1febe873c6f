import type { PastMessage } from "#src/features/email/campaigns/import.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Fan } from "./people.ts";
import { type Random, seededRandom, weighted } from "./random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The time between two messages. */
const PACE_MS = 700;

const deviceOf = weighted([
  ["mobile", 68],
  ["desktop", 26],
  ["tablet", 6],
]);
const linkOf = weighted([
  [0, 60],
  [1, 22],
  [2, 12],
  [3, 6],
]);

const NO_SUCH_USER = "550 5.1.1 The email account that you tried to reach doesn’t exist";
const FULL = "452 4.2.2 The recipient’s inbox is full";

/**
 * Makes up the outcomes of a campaign's messages: most are opened within hours, a few bounce, and someone
 * unsubscribes.
 */
export function makeOutcomes(fans: readonly Fan[], { sent_at, now }: { sent_at: Date; now: Date }) {
  const chance = seededRandom(sent_at.getTime() % 1000 === 0 ? fans.length : fans.length + 1);
  return fans.map((fan, index) =>
    outcomeOf(fan, { sent: sent_at.getTime() + index * PACE_MS, index, chance, now }),
  );
}

interface Sent {
  sent: number;
  index: number;
  chance: Random;
  now: Date;
}

function outcomeOf({ email, country }: Fan, { sent, index, chance, now }: Sent): PastMessage {
  const message = { email, sent, country, device: deviceOf(chance) };
  if (index % 48 === 17) return { ...message, bounced: bounce(sent, "bounced_hard", NO_SUCH_USER) };
  if (index % 60 === 41) return { ...message, bounced: bounce(sent, "bounced_soft", FULL) };
  const luck = chance.next();
  if (luck > 0.72) return message;
  if (luck > 0.55) return { ...message, machine_opened: sent + 20_000 };
  const within = (at: number) => Math.min(at, now.getTime() - MINUTE_MS);
  const opened = within(sent + delayOf(chance));
  const isClicking = chance.next() < 0.36;
  const clicked = within(opened + Math.floor(chance.next() * 4 * MINUTE_MS));
  const leaves = index % 40 === 11;
  const replies = index % 45 === 8;
  return {
    ...message,
    opened,
    ...(isClicking && { clicks: [{ at: clicked, link: linkOf(chance) }] }),
    ...(leaves && { unsubscribed: within(opened + 2 * MINUTE_MS) }),
    ...(replies && { replied: within(opened + 9 * MINUTE_MS) }),
  };
}

/** Mostly hours, at most two days. */
function delayOf(chance: Random): number {
  return Math.floor(5 * MINUTE_MS + chance.next() ** 4 * 2 * DAY_MS + chance.next() * 2 * HOUR_MS);
}

const bounce = (sent: number, kind: "bounced_hard" | "bounced_soft", words: string) => ({
  at: sent + 30_000,
  kind,
  words,
});

/** What comes of two versions of a campaign: nearly nobody clicks the first, and most who open it the other. */
export function clickedByVersion({ clicks, ...message }: PastMessage, version: number): PastMessage {
  const { email, opened } = message;
  if (version === 0) return clicks && email.length % 7 === 0 ? { ...message, clicks } : message;
  const more = opened !== undefined && email.length % 3 > 0 ? [{ at: opened + MINUTE_MS, link: 0 }] : clicks;
  return more ? { ...message, clicks: more } : message;
}
