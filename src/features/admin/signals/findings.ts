/* What signals find. It's recorded and counted; a signal that's on opens a case, which staff decide. */
import { listClosedCases, openAutomatedCase } from "#src/features/public/moderation/automated-cases.ts";
import type { SignalKind } from "#src/features/public/moderation/signal-rules.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { CASES_A_DAY_MAX, type SignalMode } from "./rules.ts";
import { countCased, findHit, type HitRow, upsertHit } from "./store.ts";

export interface Finding {
  signal: SignalKind;
  /** Null for an account without pages, which can't have a case. */
  page: { id: string; username: string; owner_id: string } | null;
  account: string;
  /** What it's about, such as hosts, one a line. */
  found: string;
  /** A sentence for staff. */
  why: string;
}

const FOUND_CHARS_MAX = 500;

/** Once for each page and signal: a case that's closed is followed by another only if something else is found. */
export async function recordFinding(platform: Platform, finding: Finding, mode: SignalMode): Promise<void> {
  if (mode === "off") return;
  await platform.write(async (ctx) => {
    const { signal, page, account, why } = finding;
    const found = finding.found.slice(0, FOUND_CHARS_MAX);
    const subject = page?.id ?? account;
    const before = await findHit(ctx.db, signal, subject);
    const now = ctx.now().toISOString();
    const cased =
      mode === "on" && page && (await mayOpenCase(ctx, { before, signal, found }))
        ? { case_id: await openAutomatedCase(ctx, { page, signal, why }), cased_at: now }
        : { case_id: before?.case_id ?? null, cased_at: before?.cased_at ?? null };
    const at = { first_at: before?.first_at ?? now, last_at: now };
    await upsertHit(ctx.db, {
      signal,
      subject,
      profile_id: page?.id ?? null,
      account,
      found,
      why,
      ...cased,
      ...at,
    });
  });
}

async function mayOpenCase(
  { db, now }: Platform,
  { before, signal, found }: { before: HitRow | undefined; signal: SignalKind; found: string },
): Promise<boolean> {
  if (before?.case_id) {
    const known = new Set(before.found.split("\n"));
    if (found.split("\n").every((one) => known.has(one))) return false;
    if (!(await listClosedCases(db, [before.case_id])).has(before.case_id)) return false;
  }
  const since = new Date(now().getTime() - DAY_MS).toISOString();
  return (await countCased(db, signal, since)) < CASES_A_DAY_MAX;
}
