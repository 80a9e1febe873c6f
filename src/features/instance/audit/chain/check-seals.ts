/* Checks some seals of the chain, in order, against each other and against the events. */

import type { CheckedSeal, EventContent } from "#src/platform/events/chain-store.ts";
import { changeMac, contentDigest, sealHash } from "#src/platform/events/event-chain.ts";
import type { SealKey } from "#src/platform/events/seal-key.ts";
import type { ChainProblem, ProblemKind } from "./check-rules.ts";

/** Where a check is. */
export interface CheckPlace {
  position: number;
  hash: string;
  event: string | null;
}

/** What the product changed in events lately, and hasn't sealed yet. */
export interface RecentChange {
  event_id: string;
  digest: string | null;
  mac: string;
}

export interface Checked {
  place: CheckPlace;
  problems: ChainProblem[];
}

export function checkSeals(
  key: SealKey,
  from: CheckPlace,
  { seals, recent }: { seals: readonly CheckedSeal[]; recent: readonly RecentChange[] },
): Checked {
  const changes = new Map(
    recent
      .filter(({ event_id, digest, mac }) => mac === changeMac(key, event_id, digest))
      .map(({ event_id, digest }) => [event_id, digest]),
  );
  const problems: ChainProblem[] = [];
  let place = from;
  for (const seal of seals) {
    const found = problemOfSeal(key, place, seal) ?? problemOfEvent(key, seal, changes);
    if (found) problems.push(toProblem(found, seal));
    const event = seal.kind === "event" ? later(place.event, seal.event_id) : place.event;
    place = { position: seal.position, hash: seal.hash, event };
  }
  return { place, problems };
}

const later = (one: string | null, other: string) => (one !== null && one > other ? one : other);

function problemOfSeal(key: SealKey, before: CheckPlace, seal: CheckedSeal): ProblemKind | undefined {
  if (seal.position !== before.position + 1) return "missing";
  if (sealHash(key, before.hash, seal) === seal.hash) return undefined;
  const isBackward = seal.kind === "event" && before.event !== null && seal.event_id < before.event;
  return isBackward ? "reordered" : "seal";
}

function problemOfEvent(
  key: SealKey,
  { kind, event_id, digest, later, content }: CheckedSeal,
  recent: ReadonlyMap<string, string | null>,
): ProblemKind | undefined {
  if (kind !== "event") return undefined;
  const known = [digest, ...later, ...(recent.has(event_id) ? [recent.get(event_id) ?? null] : [])];
  if (content === null) return known.includes(null) ? undefined : "missing";
  // One that's about to be erased is there for a moment yet.
  const wanted = known.findLast((one) => one !== null);
  return contentDigest(key, content) === wanted ? undefined : "changed";
}

function toProblem(kind: ProblemKind, { position, event_id, content }: CheckedSeal): ChainProblem {
  return { kind, position, event_id, event: content?.name ?? null, time: timeOf(content) };
}

const timeOf = (content: EventContent | null) => (content ? `${content.time.slice(0, 23)}Z` : null);
