import { networkOf } from "#src/lib/address.ts";
import { addDays } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Fingerprint } from "./contract.ts";
import { deleteMarksBefore, keepMarks } from "./referred-store.ts";
import { MARK_DAYS, type MarkKind } from "./rules.ts";

/** A trace of a browser, as a keyed hash. */
export interface Mark {
  kind: MarkKind;
  hash: string;
  /** The same with the instance's earlier secrets. */
  earlier: string[];
}

/**
 * What a request's browser can be recognized by. None in a job. Everything includes the IP address, because
 * phones of one model all look the same.
 */
export function marksOf({ request, vault }: Ctx, fingerprint?: Fingerprint): Mark[] {
  if (!request) return [];
  const network = networkOf(request.address);
  const mark = (kind: MarkKind, ...parts: unknown[]): Mark => {
    const [hash = "", ...earlier] = vault.digests(`referrals.${kind}`, JSON.stringify([network, ...parts]));
    return { kind, hash, earlier };
  };
  return [
    mark("address"),
    mark("agent", request.userAgent),
    ...(fingerprint ? [mark("device", ...partsOf(fingerprint))] : []),
  ];
}

/** Where the person came from says nothing about their device. */
function partsOf({ originalUrl: _, referrer: __, ...device }: Fingerprint): unknown[] {
  return Object.entries(device).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Remembers the browser of someone who manages the account's link. */
export async function noteBrowser(ctx: Ctx): Promise<void> {
  await rememberMarks(ctx, ctx.account, marksOf(ctx));
}

export async function rememberMarks(ctx: Ctx, user_id: string, marks: readonly Mark[]): Promise<void> {
  const seen_at = ctx.now().toISOString();
  if (marks.length > 0)
    await keepMarks(
      ctx.db,
      marks.map(({ kind, hash }) => ({ kind, hash, user_id, seen_at })),
    );
}

/** Anything older doesn't count. */
export function marksSince({ now }: Platform): string {
  return addDays(now(), -MARK_DAYS);
}

export async function pruneMarks(platform: Platform): Promise<void> {
  await deleteMarksBefore(platform.db, marksSince(platform));
}
