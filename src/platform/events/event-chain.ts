/*
 * A tamper-evident chain over the events of the instance. Whoever writes an event doesn't wait for it: a job seals what
 * was committed, in the order of ids, once nothing can come before it anymore. Each seal has a digest of one event and a
 * hash of itself and the seal before. What the product itself changes or erases later becomes a seal, too, so that
 * personal data can go and the proof stays.
 */
import { firstIdAt } from "#src/lib/ids.ts";
import type { Platform } from "../context.ts";
import { stableUntil } from "../db/visibility-horizon.ts";
import {
  type ChainRow,
  deleteChanges,
  deleteSeals,
  type EventContent,
  findLastSealBefore,
  insertChain,
  insertSeals,
  listContents,
  listUnsealed,
  lockChain,
  type NewChain,
  purgeSeals,
  type SealRow,
  updateChain,
  upsertChanges,
} from "./chain-store.ts";
import { findSealKey, loadSealKey, replaceSealKey, type SealKey } from "./seal-key.ts";

const SEALED_ROWS = 1000;
const CHANGED_ROWS = 1000;

export const contentDigest = (key: SealKey, event: EventContent): string =>
  key.digest(
    "event",
    event.id,
    event.account,
    event.name,
    event.actor,
    event.subject,
    event.time,
    event.payload,
  );

export const sealHash = (
  key: SealKey,
  before: string,
  { position, kind, event_id, digest }: Omit<SealRow, "hash">,
): string => key.digest("seal", before, position, kind, event_id, digest);

export const changeMac = (key: SealKey, eventId: string, digest: string | null): string =>
  key.digest("change", eventId, digest);

export function chainMac(key: SealKey, chain: Omit<NewChain, "mac">): string {
  const { began_at, start_position, start_hash, start_event, head_position, head_hash, head_event } = chain;
  const ends = [start_position, start_hash, start_event, head_position, head_hash, head_event];
  return key.digest("chain", new Date(began_at).toISOString(), ...ends);
}

/** Seals everything that's settled. Runs every minute, on one node at a time. */
export async function sealEvents(platform: Platform): Promise<void> {
  await loadSealKey(platform);
  const settled = (await stableUntil(platform)).toISOString();
  let [events, changes] = [0, 0];
  do {
    platform.abortSignal.throwIfAborted();
    [events, changes] = await platform.write((ctx) => sealSome(ctx, settled));
  } while (events === SEALED_ROWS || changes === CHANGED_ROWS);
}

async function sealSome(ctx: Platform, settled: string): Promise<[events: number, changes: number]> {
  const { db } = ctx;
  const { key, chain } = await requireChain(ctx);
  const events = await listUnsealed(db, {
    after: chain.head_event,
    before: firstIdAt(settled),
    most: SEALED_ROWS,
  });
  const seals = new Seals(key, chain);
  for (const event of events)
    seals.add({ kind: "event", event_id: event.id, digest: contentDigest(key, event) });
  await insertSeals(db, seals.added);
  const headEvent = events.at(-1)?.id ?? chain.head_event;
  const changes = await deleteChanges(db, { before: firstIdAt(settled), most: CHANGED_ROWS });
  const others = new Seals(key, { ...chain, ...seals.head });
  for (const { event_id, digest, mac, is_sealed } of changes)
    if (is_sealed && mac === changeMac(key, event_id, digest))
      others.add({ kind: "change", event_id, digest });
  await insertSeals(db, others.added);
  await writeChain(ctx, key, { ...chain, ...others.head, head_event: headEvent, sealed_until: settled });
  return [events.length, changes.length];
}

/** Seals that follow a head. */
class Seals {
  readonly added: SealRow[] = [];
  readonly #key: SealKey;
  head: Pick<ChainRow, "head_position" | "head_hash">;

  constructor(key: SealKey, { head_position, head_hash }: Pick<ChainRow, "head_position" | "head_hash">) {
    this.#key = key;
    this.head = { head_position, head_hash };
  }

  add(one: Omit<SealRow, "position" | "hash">): void {
    const seal = { ...one, position: this.head.head_position + 1 };
    const hash = sealHash(this.#key, this.head.head_hash, seal);
    this.added.push({ ...seal, hash });
    this.head = { head_position: seal.position, head_hash: hash };
  }
}

async function writeChain(ctx: Platform, key: SealKey, chain: ChainRow): Promise<void> {
  const { id: _, mac: __, ...kept } = chain;
  await updateChain(ctx.db, { ...kept, mac: chainMac(key, kept) });
}

/** Locks the chain. Begins it if there's none, or none that the instance's secret still opens. */
async function requireChain(ctx: Platform): Promise<{ key: SealKey; chain: ChainRow }> {
  const known = await findSealKey(ctx);
  const key = known ?? (await replaceSealKey(ctx));
  if (!known) {
    ctx.log.warn("the audit log's chain begins anew, because the secret that it was sealed with is gone");
    await deleteSeals(ctx.db);
  }
  const began_at = ctx.now().toISOString();
  const fresh = {
    began_at,
    start_position: 0,
    start_hash: "",
    start_event: null,
    head_position: 0,
    head_hash: "",
    head_event: null,
    sealed_until: began_at,
  };
  await insertChain(ctx.db, { ...fresh, mac: chainMac(key, fresh) });
  const chain = await lockChain(ctx.db);
  if (!chain) throw new Error("The chain's row is gone.");
  return { key, chain: known ? chain : { ...chain, ...fresh } };
}

/**
 * Says that the product itself changed these events, in the transaction that does. The digests are of what's there
 * afterwards, and null for what's erased.
 */
export async function recordEventChanges(
  ctx: Platform,
  ids: readonly string[],
  how: "changed" | "erased",
): Promise<void> {
  const key = ids.length === 0 ? undefined : await findSealKey(ctx);
  if (!key) return;
  for (let at = 0; at < ids.length; at += CHANGED_ROWS) {
    const some = ids.slice(at, at + CHANGED_ROWS);
    const contents = how === "erased" ? [] : await listContents(ctx.db, some);
    const digests = new Map(contents.map((event) => [event.id, contentDigest(key, event)]));
    const rows = some.map((event_id) => {
      const digest = digests.get(event_id) ?? null;
      return { event_id, digest, mac: changeMac(key, event_id, digest) };
    });
    await upsertChanges(ctx.db, rows);
  }
}

/** Moves the beginning of the chain past events that are about to be purged, and then drops their seals. */
export async function cutChain(platform: Platform, before: string): Promise<void> {
  const cut = await platform.write(async (ctx) => {
    const last = await findLastSealBefore(ctx.db, before);
    const key = last && (await findSealKey(ctx));
    const chain = key && (await lockChain(ctx.db));
    if (!last || !key || !chain || last.position <= chain.start_position) return undefined;
    const { position: start_position, hash: start_hash, event_id: start_event } = last;
    await writeChain(ctx, key, { ...chain, start_position, start_hash, start_event });
    return start_position;
  });
  if (cut === undefined) return;
  while ((await purgeSeals(platform.db, { until: cut, most: SEALED_ROWS })) === SEALED_ROWS);
}
