/* What staff see of signals, and what they change about them. */
import { countSignalOutcomes } from "#src/features/public/moderation/automated-cases.ts";
import { SIGNAL_KINDS, type SignalKind } from "#src/features/public/moderation/signal-rules.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { cleanText } from "#src/lib/text.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { type Hit, SIGNAL_ERRORS, type Signal, type SignalChange } from "./contract.ts";
import { signalChanged } from "./events.ts";
import { insertEveryCheck } from "./examined-store.ts";
import { type Brand, parseBrand } from "./lookalike-rules.ts";
import { COUNTED_DAYS, ENTRY_CHARS_MAX, SIGNAL_RULES } from "./rules.ts";
import { countHits, listHitRows, listSwitchRows, type SwitchRow, upsertSwitch } from "./store.ts";
import { type Switch, usualSwitch } from "./usual-switches.ts";

/** Every signal, as staff have set it. */
export async function loadSwitches({ db }: Pick<Platform, "db">): Promise<Record<SignalKind, Switch>> {
  const rows = new Map((await listSwitchRows(db)).map((row) => [row.kind, row]));
  return Object.fromEntries(SIGNAL_KINDS.map((kind) => [kind, switchOf(kind, rows.get(kind))])) as Record<
    SignalKind,
    Switch
  >;
}

function switchOf(kind: SignalKind, row: SwitchRow | undefined): Switch {
  const usual = usualSwitch(kind);
  if (!row) return usual;
  return {
    kind,
    mode: row.mode,
    threshold: row.threshold ?? usual.threshold,
    entries: row.entries ?? usual.entries,
  };
}

export function brandsOf({ entries }: Switch): Brand[] {
  return (entries ?? []).map(parseBrand).filter((brand) => brand !== undefined);
}

const sinceCounted = (ctx: Platform) => addDays(ctx.now(), -COUNTED_DAYS);

export async function listSignals(ctx: StaffCtx): Promise<{ items: Signal[] }> {
  const rows = new Map((await listSwitchRows(ctx.db)).map((row) => [row.kind, row]));
  const hits = await countHits(ctx.db, sinceCounted(ctx));
  const outcomes = new Map((await countSignalOutcomes(ctx.db)).map((one) => [one.signal, one]));
  return {
    items: SIGNAL_KINDS.map((kind) => {
      const row = rows.get(kind);
      const { mode, threshold, entries } = switchOf(kind, row);
      const { cases = 0, decided = 0, right = 0 } = outcomes.get(kind) ?? {};
      return {
        kind,
        mode,
        threshold,
        entries: entries && [...entries],
        changed_at: row?.changed_at ?? null,
        changed_by: row?.by_name ?? null,
        hits: hits.get(kind) ?? 0,
        cases,
        decided,
        right,
      };
    }),
  };
}

export async function listHits(
  ctx: StaffCtx,
  { kind, cursor }: { kind: SignalKind; cursor?: string | undefined },
): Promise<{ items: Hit[]; next?: string }> {
  const { rows, ...more } = await listHitRows(ctx.db, { kind, cursor, since: sinceCounted(ctx) });
  const items = rows.map(({ hit, page_id, username, account_name }) => ({
    subject: hit.subject,
    page: page_id === null ? null : { id: page_id, username: username ?? "" },
    account: { id: hit.account, name: account_name ?? "" },
    why: hit.why,
    case_id: hit.case_id,
    first_at: hit.first_at,
    last_at: hit.last_at,
  }));
  return { items, ...more };
}

/** New words and brands apply to what's there already, too. */
export async function changeSignal(ctx: StaffCtx, { kind, ...change }: SignalChange): Promise<Signal> {
  const entries = change.entries && parseEntries(kind, change.entries);
  if (change.threshold !== undefined) requireThreshold(kind, change.threshold);
  await ctx.write(async (ctx) => {
    const before = (await loadSwitches(ctx))[kind];
    const next = {
      kind,
      mode: change.mode ?? before.mode,
      threshold: change.threshold ?? before.threshold,
      entries: entries ?? (before.entries && [...before.entries]),
    };
    await upsertSwitch(ctx.db, {
      ...next,
      changed_at: ctx.now().toISOString(),
      changed_by: ctx.actor.type === "staff" ? ctx.actor.person.id : null,
    });
    if (findsMore(before, next)) await insertEveryCheck(ctx.db);
    const payload = {
      signal: kind,
      mode: next.mode,
      threshold: next.threshold,
      entries: entries?.length ?? null,
    };
    await ctx.announce(signalChanged, { account: INSTANCE, subject: kind, payload });
  });
  const { items } = await listSignals(ctx);
  return items.find((one) => one.kind === kind) as Signal;
}

/** On a large instance, examining every page again takes long, and pages that change wait for it. */
function findsMore(before: Switch, { mode, entries }: Switch): boolean {
  if (mode === "off" || entries === null) return false;
  return before.mode === "off" || entries.some((one) => !before.entries?.includes(one));
}

function requireThreshold(kind: SignalKind, value: number): void {
  const { threshold } = SIGNAL_RULES[kind];
  const isFine = threshold && Number.isInteger(value) && value >= threshold.min && value <= threshold.max;
  if (!isFine) throw failure(SIGNAL_ERRORS, "THRESHOLD_INVALID");
}

/** Each once, without what's empty. */
function parseEntries(kind: SignalKind, lines: readonly string[]): string[] | undefined {
  if (!SIGNAL_RULES[kind].entries) return undefined;
  const typed = lines.map((line) => cleanText(line, ENTRY_CHARS_MAX).replace(/\s+/g, " ").trim());
  const entries = [...new Set(typed.filter((line) => line !== ""))];
  if (entries.length === 0) throw failure(SIGNAL_ERRORS, "ENTRIES_MISSING");
  if (kind === "lookalike" && entries.some((line) => !parseBrand(line)))
    throw failure(SIGNAL_ERRORS, "BRAND_INVALID");
  return entries;
}
