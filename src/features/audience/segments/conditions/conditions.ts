/*
 * Conditions: which contacts, as a value that segments, campaigns' audiences, and the table of leads share. The
 * text form and the checks are rules that the browser has, too; here they meet the account's own names and data.
 */
import { NEWS_TOPIC } from "#src/features/audience/consent-records/rules.ts";
import { getContactSettings } from "#src/features/audience/contacts/fields/fields.ts";
import { listTeammates } from "#src/features/audience/contacts/pipeline/pipeline.ts";
import { listProfiles } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { sqlStateOf } from "#src/platform/db/retry.ts";
import { SEGMENT_ERRORS } from "../segments-contract.ts";
import { countPatterns, hasMerges, listLinkNames, listSegmentRows, type SegmentRow } from "../store.ts";
import type { EventSource } from "../tables.ts";
import type { Catalog, Named } from "./catalog-rules.ts";
import { conditionProblems, testsIn } from "./check-rules.ts";
import type { Condition } from "./condition-rules.ts";
import type { Evaluation } from "./condition-store.ts";
import { parseCondition } from "./parser-rules.ts";
import { isSmall, TOO_LARGE } from "./size-rules.ts";
import { normalizeCondition } from "./text-rules.ts";
import type { UsedKind } from "./uses-rules.ts";
import { valuesOf } from "./value-rules.ts";

/** What later slices bring: events to count, and campaigns to name. */
export interface SegmentSources {
  events: readonly EventSource[];
  listCampaigns(db: Db, account: string): Promise<Named[]>;
  /** The names of those that aren't sent yet and have a segment in their audience. */
  listUses(db: Db, account: string, segmentId: string): Promise<string[]>;
  /** What else than segments is about one of these: rules. */
  listNamers(db: Db, account: string, named: { kind: UsedKind; ids: readonly string[] }): Promise<Named[]>;
}

let sources: SegmentSources | undefined;

/** Called on load by the process, because this slice comes before the sources. */
export function registerSegmentSources(known: SegmentSources): void {
  sources = known;
}

export function segmentSources(): SegmentSources {
  if (!sources) throw new Error("Nobody has registered what later slices know for segments.");
  return sources;
}

/** The topic that every account has. */
const NEWS = { key: NEWS_TOPIC, name: "News" };

/** Everything that the account's conditions can name. */
export async function catalogOf(ctx: Ctx, rows?: readonly SegmentRow[]): Promise<Catalog> {
  const { currency: _, ...catalog } = await readCatalog(ctx, rows);
  return catalog;
}

/** What one condition can be checked with. */
export async function catalogFor(ctx: Ctx, condition: Condition): Promise<Catalog> {
  return (await evaluationFor(ctx, condition)).catalog;
}

/** What one condition is evaluated with, now: most are about contacts only, and read less. */
export function evaluationFor(ctx: Ctx, condition: Condition): Promise<Evaluation> {
  return testsIn(condition).every((test) => "attribute" in test)
    ? evaluate(ctx, { rows: [], isPlain: true })
    : evaluationOf(ctx);
}

async function readCatalog(
  ctx: Ctx,
  rows?: readonly SegmentRow[],
  isPlain = false,
): Promise<Catalog & { currency: string }> {
  const { db, account } = ctx;
  const { fields, topics, tags, stages, currency } = await getContactSettings(ctx, ctx);
  const segments = rows ?? (await listSegmentRows(db, account));
  return {
    fields,
    topics: [NEWS, ...topics],
    tags,
    currency,
    stages: stages.map(({ id, name }) => ({ id, name })),
    owners: (await listTeammates(ctx)).items.map(({ id, name }) => ({ id, name })),
    pages: (await listProfiles(ctx, {})).items.map(({ id, username }) => ({ id, name: username })),
    links: isPlain ? [] : await listLinkNames(db, account),
    campaigns: isPlain ? [] : await segmentSources().listCampaigns(db, account),
    segments: segments.map(({ id, name }) => ({ id, name })),
  };
}

/** What the account's conditions are evaluated with, now. */
export async function evaluationOf(ctx: Ctx, contactIds?: readonly string[]): Promise<Evaluation> {
  return evaluate(ctx, { rows: await listSegmentRows(ctx.db, ctx.account), contactIds });
}

interface Read {
  rows: readonly SegmentRow[];
  contactIds?: readonly string[] | undefined;
  /** True if it's about no event and no segment. */
  isPlain?: boolean;
}

async function evaluate(ctx: Ctx, { rows, contactIds, isPlain = false }: Read): Promise<Evaluation> {
  const { currency, ...catalog } = await readCatalog(ctx, rows, isPlain);
  return {
    account: ctx.account,
    catalog,
    currency,
    sources: segmentSources().events,
    segments: conditionsById(rows),
    now: ctx.now().toISOString(),
    hasMerges: !isPlain && (await hasMerges(ctx.db, ctx.account)),
    contactIds,
  };
}

interface Written {
  condition?: Condition | undefined;
  text?: string | undefined;
}

/** Reads a condition as it was sent, and checks it. Undefined if there is none. */
export async function readCondition(
  ctx: Ctx,
  { condition, text }: Written,
  catalog: Catalog,
): Promise<Condition | undefined> {
  if (text !== undefined) {
    const parsed = parseCondition(text, catalog);
    if ("problem" in parsed) {
      const { message, at, length } = parsed.problem;
      throw failure(SEGMENT_ERRORS, "CONDITION_INVALID", { message, data: { at, length } });
    }
    return requireCondition(ctx, parsed.condition, catalog);
  }
  return condition && requireCondition(ctx, condition, catalog);
}

/** Returns a condition that can be evaluated, or refuses it with what's wrong. */
export async function requireCondition(ctx: Ctx, given: Condition, catalog: Catalog): Promise<Condition> {
  const condition = normalizeCondition(given);
  const problems = conditionProblems(condition, catalog);
  const [first] = problems;
  if (first)
    throw failure(SEGMENT_ERRORS, "CONDITION_INVALID", { message: first.message, data: { problems } });
  if (segmentsIn(condition).length > 0) await requireSmall(ctx, condition);
  await requirePatterns(ctx, condition);
  return condition;
}

async function requireSmall({ db, account }: Ctx, condition: Condition): Promise<void> {
  const conditions = conditionsById(await listSegmentRows(db, account));
  if (!isSmall(condition, (id) => conditions.get(id)))
    throw failure(SEGMENT_ERRORS, "CONDITION_INVALID", { message: TOO_LARGE });
}

/** What each segment is about. Null for people picked by hand, and for snapshots. */
export function conditionsById(rows: readonly SegmentRow[]): Map<string, Condition | null> {
  return new Map(rows.map(({ id, kind, condition }) => [id, kind === "dynamic" ? condition : null]));
}

/** The database has its own idea of patterns, and the last word. */
async function requirePatterns(ctx: Ctx, condition: Condition): Promise<void> {
  const patterns = testsIn(condition).flatMap((test) =>
    "attribute" in test && test.operator === "matches" ? valuesOf(test).map(String) : [],
  );
  if (patterns.length === 0) return;
  try {
    await ctx.write((ctx) => countPatterns(ctx.db, patterns));
  } catch (error) {
    if (sqlStateOf(error) !== "2201B") throw error;
    throw failure(SEGMENT_ERRORS, "CONDITION_INVALID", { message: "This pattern isn’t complete." });
  }
}

/** The segments that a condition names itself. */
export function segmentsIn(condition: Condition): readonly string[] {
  return testsIn(condition).flatMap((test) => ("segment_id" in test ? [test.segment_id] : []));
}

/** The way from a segment through others back to itself, or undefined. Each of the others is looked at once. */
export function findCircle(
  id: string,
  conditionOf: (id: string) => Condition | null | undefined,
): readonly string[] | undefined {
  const seen = new Set<string>();
  const wayFrom = (at: string): string[] | undefined => {
    const condition = conditionOf(at);
    for (const inner of condition ? segmentsIn(condition) : []) {
      if (inner === id) return [at, id];
      if (seen.has(inner)) continue;
      seen.add(inner);
      const way = wayFrom(inner);
      if (way) return [at, ...way];
    }
    return undefined;
  };
  return wayFrom(id);
}
