import { requireProfile } from "#src/features/profiles/profiles.ts";
import { csv } from "#src/lib/csv.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { LEAD_ERRORS, type Lead } from "./contract.ts";
import {
  countMatching,
  deleteLeadRow,
  type LeadFilter,
  type LeadPosition,
  type LeadRow,
  listLeadRows,
} from "./store.ts";

const PAGE_ROWS = 50;
const EXPORT_CHUNK_ROWS = 5000;

interface Filter {
  profile_id?: string | undefined;
  q?: string | undefined;
}

/** The account's leads, newest first; those of one profile, or those with `q` in their name, e-mail or phone. */
export async function listLeads(
  ctx: Ctx,
  input: Filter & { cursor?: string | undefined },
): Promise<{ items: Lead[]; next?: string; total: number }> {
  const filter = await filterOf(ctx, input);
  const [rows, total] = await Promise.all([
    listLeadRows(ctx.db, filter, { after: readCursor(input.cursor), limit: PAGE_ROWS + 1 }),
    countMatching(ctx.db, filter),
  ]);
  const items = rows.slice(0, PAGE_ROWS).map(toLead);
  const last = rows.length > PAGE_ROWS ? items.at(-1) : undefined;
  return { items, total, ...(last && { next: `${last.created_at}_${last.id}` }) };
}

async function filterOf(ctx: Ctx, { profile_id, q }: Filter): Promise<LeadFilter> {
  const profile = profile_id === undefined ? undefined : await requireProfile(ctx, profile_id);
  return { account: ctx.account, profileId: profile?.id, words: cleanText(q ?? "", 200) };
}

/** A moment as the database writes it, from this century on. */
const MOMENT =
  /^(20\d\d-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)$/;

function readCursor(cursor: string | undefined): LeadPosition | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const [created_at = "", id = ""] = cursor.split("_");
  const day = MOMENT.exec(created_at)?.[1];
  if (day === undefined || !isDay(day) || !isId(id)) throw failure(LEAD_ERRORS, "CURSOR_INVALID");
  return { created_at, id };
}

/** JavaScript moves 30 February to March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function toLead({ user_id: _, ...lead }: LeadRow & { profile_name: string }): Lead {
  return lead;
}

const COLUMNS = [
  ...(["name", "email", "phone", "lead_source", "profile_name", "country", "referrer_host"] as const),
  ...(["created_at", "consent_text", "consent_version", "consented_at"] as const),
];

/** Everything that matches, as a file for a spreadsheet. */
export async function exportLeads(ctx: Ctx, input: Filter): Promise<File> {
  const filter = await filterOf(ctx, input);
  const parts = [csv([COLUMNS])];
  let after: LeadPosition | undefined;
  do {
    const rows = await listLeadRows(ctx.db, filter, { after, limit: EXPORT_CHUNK_ROWS });
    parts.push(csv(rows.map((row) => COLUMNS.map((column) => row[column] ?? ""))).replace(/^\ufeff/, ""));
    after = rows.length < EXPORT_CHUNK_ROWS ? undefined : rows.at(-1);
  } while (after);
  const name = `leads-${ctx.now().toISOString().slice(0, 10)}.csv`;
  return new File(parts, name, { type: "text/csv; charset=utf-8" });
}

/** Erases a lead for good, as the person behind it may ask. */
export async function deleteLead(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const isDeleted = isId(id) && (await deleteLeadRow(ctx.db, { account: ctx.account, id }));
  if (!isDeleted) throw failure(LEAD_ERRORS, "LEAD_NOT_FOUND");
  return { id };
}
