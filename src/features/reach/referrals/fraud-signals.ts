import { networkOf } from "#src/lib/ip-address.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { deleteFraudSignalsBefore, upsertFraudSignals } from "./attribution-store.ts";
import type { Fingerprint } from "./contract.ts";
import { FRAUD_SIGNAL_DAYS, type FraudSignalKind } from "./rules.ts";

/** A trace of a browser, as a keyed hash. */
export interface FraudSignal {
  kind: FraudSignalKind;
  hash: string;
  /** The hashes under the instance's earlier secrets. */
  earlier: string[];
}

/**
 * Returns the traces that a request's browser can be recognized by. None in a job. Everything includes the IP
 * address, because phones of one model all look the same.
 */
export function fraudSignalsOf({ request, vault }: Ctx, fingerprint?: Fingerprint): FraudSignal[] {
  if (!request) return [];
  const network = networkOf(request.address);
  const mark = (kind: FraudSignalKind, ...parts: unknown[]): FraudSignal => {
    const [hash = "", ...earlier] = vault.digests(`referrals.${kind}`, JSON.stringify([network, ...parts]));
    return { kind, hash, earlier };
  };
  return [
    mark("address"),
    mark("agent", request.userAgent),
    ...(fingerprint ? [mark("device", ...partsOf(fingerprint))] : []),
  ];
}

/** The person's origin says nothing about their device. */
function partsOf({ originalUrl: _, referrer: __, ...device }: Fingerprint): unknown[] {
  return Object.entries(device).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Stores the browser of someone who manages the account's link. */
export async function recordBrowser(ctx: Ctx): Promise<void> {
  await recordFraudSignals(ctx, ctx.account, fraudSignalsOf(ctx));
}

export async function recordFraudSignals(
  ctx: Ctx,
  user_id: string,
  marks: readonly FraudSignal[],
): Promise<void> {
  const seen_at = ctx.now().toISOString();
  if (marks.length > 0)
    await upsertFraudSignals(
      ctx.db,
      marks.map(({ kind, hash }) => ({ kind, hash, user_id, seen_at })),
    );
}

/** Anything older doesn't count. */
export function fraudSignalsSince({ now }: Platform): string {
  return addDays(now(), -FRAUD_SIGNAL_DAYS);
}

export async function purgeFraudSignals(platform: Platform): Promise<void> {
  await deleteFraudSignalsBefore(platform.db, fraudSignalsSince(platform));
}
