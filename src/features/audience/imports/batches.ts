/* Parses a batch of an import's rows, and imports its people. */
import { createHash } from "node:crypto";
import {
  countNewSuppressions,
  type SuppressedAddress,
  suppressMany,
} from "#src/features/audience/consent/consent.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { SUPPRESSION_REASONS } from "#src/features/audience/consent-records/rules.ts";
import { getContactSettings } from "#src/features/audience/contacts/fields/fields.ts";
import {
  type ContactBatch,
  type ContactDraft,
  importContacts,
  keepOldestConsents,
  previewImport,
} from "#src/features/audience/contacts/import/import.ts";
import { csvRow } from "#src/lib/csv.ts";
import { isEmail } from "#src/lib/email-address.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import { eventLoopYielder } from "#src/platform/event-loop.ts";
import { addressIn } from "./cells.ts";
import { isDayFirst } from "./dates.ts";
import { emptyEnd, expandCells } from "./layout.ts";
import { ONLY_FIRST, type ParsedRow, parseRow, type RowRules } from "./parse-row.ts";
import { COLUMNS_MAX, type ImportMode, type Target } from "./rules.ts";
import type { SeenEmails } from "./seen-emails.ts";
import {
  type ImportKey,
  type ImportRow,
  insertAddedChanges,
  listAddedEarlier,
  upsertChanges,
} from "./store.ts";
import { type ImportedReason, isOptOut } from "./subscription-status.ts";

/** Rows with problems are stored up to this length, so that they can be fixed. */
const CONTENT_CHARS_MAX = 4000;
const CONSENT_VERSION_CHARS = 12;

export interface Batch {
  /** The number of rows before it. */
  from: number;
  rows: string[][];
}

/** Returns the people in a batch, each once whatever their rows, and the problems with its rows. */
export async function parseBatch(
  ctx: Platform,
  { key, row, batch }: { key: ImportKey; row: ImportRow; batch: Batch },
) {
  const { fields, stages, currency } = await getContactSettings(ctx, key);
  const own = { tags: row.tags, fields, stages, currency };
  const rules: RowRules = { ...rulesOf(row.columns), ...own, now: ctx.now() };
  const drafts = new Map<string, ContactDraft>();
  const left = new Map<string, ImportedReason>();
  const problems = [];
  let [leftOut, combined] = [0, 0];
  const takeTurn = eventLoopYielder();
  for (const { cells, at } of everyoneIn(batch.rows, row)) {
    await takeTurn();
    const {
      draft,
      problem: unsaid,
      email = null,
      left: why,
    } = tooWide(cells, row) ?? parseRow(expandCells(cells, row.columns), rules);
    if (draft) {
      const earlier = drafts.get(draft.email);
      if (earlier) combined++;
      drafts.set(draft.email, earlier ? combineRows(earlier, draft, row.mode) : draft);
    } else leftOut++;
    const problem = draft ? joinedWith(unsaid, besides(cells, row)) : unsaid;
    if (why && email && row.suppresses) left.set(email, graver(why, left.get(email)));
    if (problem === undefined) continue;
    const content = csvRow(shortened(cells), row.delimiter);
    const number = batch.from + at + row.rows_before + (row.has_header ? 2 : 1);
    problems.push({
      user_id: key.account,
      import_id: key.id,
      row: number,
      problem,
      is_left_out: draft === undefined,
      content,
      email_hash: email && emailHash(key.account, email),
    });
  }
  const stopped = [...left].map(([email, reason]) => ({ email, reason }));
  return { drafts: [...drafts.values()], stopped, problems, leftOut, combined };
}

/** Truncates a row's cells for storage, with a mark. */
function shortened(cells: readonly string[]): string[] {
  let left = CONTENT_CHARS_MAX;
  return cells.map((cell) => {
    const kept = cell.length > left ? `${cutChars(cell, left)}…` : cell;
    left = Math.max(0, left - cell.length);
    return kept;
  });
}

/**
 * Parses a row of nothing but addresses, as e-mail programs write them: each is a person. Undefined for other
 * rows.
 */
export function addressesIn(cells: string[], { columns, has_header }: ImportRow): string[] | undefined {
  const told = has_header ? [] : cells.filter((cell) => cell.trim() !== "");
  const isList = told.length > 1 && told.length <= COLUMNS_MAX && columns.some(isEmailColumn);
  return isList && told.every((cell) => isEmail(addressIn(cell).email)) ? told : undefined;
}

const isEmailColumn = ({ target }: { target: Target | null }) => target === "email";

/** Warns of further addresses in the unread cells of a row without a header. */
function besides(cells: readonly string[], { columns, has_header }: ImportRow): string | undefined {
  if (has_header) return undefined;
  const unread = cells.filter((_, at) => (columns[at]?.target ?? null) === null);
  return unread.some((cell) => isEmail(addressIn(cell).email)) ? ONLY_FIRST : undefined;
}

const joinedWith = (one: string | undefined, other: string | undefined) =>
  other === undefined || one?.includes(other) ? one : [one, other].filter(Boolean).join(" ");

/** One by one, because cells for all of a batch's addresses at once would fill the memory. */
function* everyoneIn(rows: string[][], row: ImportRow): Generator<{ cells: string[]; at: number }> {
  const before = row.columns.findIndex(isEmailColumn);
  for (const [at, cells] of rows.entries()) {
    const addresses = addressesIn(cells, row);
    if (!addresses) yield { cells, at };
    else for (const address of addresses) yield { cells: [...Array<string>(before).fill(""), address], at };
  }
}

/** Trailing empty cells don't count. */
function tooWide(cells: readonly string[], { columns }: ImportRow): ParsedRow | undefined {
  const width = columns.filter(({ part }) => !part).length;
  const count = cells.length - emptyEnd(cells);
  return count > width ? { problem: `This row has ${count} cells for ${width} columns.` } : undefined;
}

function rulesOf(columns: ImportRow["columns"]) {
  const column = (wanted: Target) => columns.find(({ target }) => target === wanted);
  const [dated, stated] = [column("signed_up_at"), column("subscribed")];
  return {
    targets: columns.map(({ target }) => target),
    dayFirst: dated !== undefined && isDayFirst(dated),
    zone: columns.find(({ zone }) => zone !== undefined)?.zone,
    isOptOut: stated !== undefined && isOptOut(stated.header),
  };
}

function graver(one: ImportedReason, other: ImportedReason = one): ImportedReason {
  return SUPPRESSION_REASONS.indexOf(one) < SUPPRESSION_REASONS.indexOf(other) ? one : other;
}

interface People {
  key: ImportKey;
  row: ImportRow;
  drafts: ContactDraft[];
  stopped: SuppressedAddress[];
}

/** Imports people. Suppressions come first, because they win. */
export async function importPeople(ctx: Platform, { key, row, drafts, stopped: addresses }: People) {
  const { account, id } = key;
  const from = { import_id: id, import: row.file_name };
  const { stopped } = await suppressMany(ctx, { account, addresses, from });
  const text = row.consent_text ?? "";
  const version = createHash("sha256").update(text).digest("hex").slice(0, CONSENT_VERSION_CHARS);
  const batch = { account, mode: row.mode, drafts, consent: { text, version }, source: row.file_name };
  const { added, changed, at, suppressed } = await importContacts(ctx, batch);
  await insertAddedChanges(ctx.db, key, { ids: added, at });
  if (added.length < drafts.length) await addToEarlier(ctx, { key, row, batch, added });
  await upsertChanges(
    ctx.db,
    changed.map(({ id: contact_id, before }) => ({
      user_id: account,
      import_id: id,
      contact_id,
      before,
      changed_at: at,
    })),
  );
  const unchanged = drafts.length - added.length - changed.length;
  return { added: added.length, updated: changed.length, unchanged, suppressed, stopped };
}

/**
 * Handles rows of an earlier batch's people: their consent is as old as the oldest row, and “leave them
 * alone” refers to existing contacts.
 */
async function addToEarlier(
  ctx: Platform,
  { key, row, batch, added }: { key: ImportKey; row: ImportRow; batch: ContactBatch; added: string[] },
): Promise<void> {
  const emails = batch.drafts.map(({ email }) => email);
  const own = new Map(
    (await listAddedEarlier(ctx.db, key, { emails, added })).map(({ email, contact_id }) => [
      email,
      contact_id,
    ]),
  );
  const drafts = batch.drafts.filter(({ email }) => own.has(email));
  if (drafts.length === 0) return;
  await keepOldestConsents(
    ctx,
    key.account,
    drafts.map(({ email, ...draft }) => ({ ...draft, id: own.get(email) ?? "" })),
  );
  if (row.mode !== "skip") return;
  const { changed, at: changed_at } = await importContacts(ctx, { ...batch, mode: "append", drafts });
  await upsertChanges(
    ctx.db,
    changed.map(({ id: contact_id }) => ({
      user_id: key.account,
      import_id: key.id,
      contact_id,
      before: null,
      changed_at,
    })),
  );
}

/** Predicts the result of importing them after the rows before them. */
export async function countPeople(
  ctx: Platform,
  { key: { account }, row: { mode }, drafts, stopped: addresses, rows }: People & { rows: SeenEmails },
) {
  const emails = drafts.map(({ email }) => email);
  const earlier = emails.filter((email) => rows.has(email));
  const stopped = [
    ...addresses.map(({ email }) => email),
    ...emails.filter((email) => rows.hasStopped(email)),
  ];
  const unsaid = addresses.filter((one) => !rows.says(one));
  return {
    ...(await previewImport(ctx, { account, mode, emails, earlier, stopped })),
    stopped: await countNewSuppressions(ctx, { account, addresses: unsaid }),
  };
}

/**
 * Combines rows of one file with the same address without losing data. Where both have a value, the later one
 * counts in an update, and the earlier one otherwise, as for existing contacts.
 */
function combineRows(earlier: ContactDraft, later: ContactDraft, mode: ImportMode): ContactDraft {
  const [first, other] = mode === "update" ? [later, earlier] : [earlier, later];
  return {
    email: later.email,
    name: first.name || other.name,
    phone: first.phone || other.phone,
    country: first.country === NO_COUNTRY ? other.country : first.country,
    tags: [...new Set([...earlier.tags, ...later.tags])],
    fields: { ...other.fields, ...first.fields },
    signed_up_at: oldest(earlier.signed_up_at, later.signed_up_at),
    confirmed_at: oldest(earlier.confirmed_at, later.confirmed_at),
    time_zone: first.time_zone ?? other.time_zone ?? null,
    stage_id: first.stage_id ?? other.stage_id ?? null,
    value_cents: first.value_cents ?? other.value_cents ?? null,
    score: first.score ?? other.score ?? null,
  };
}

const NO_COUNTRY = "UNKNOWN";

/** Both are ISO times in UTC. */
function oldest(one: string | null = null, other: string | null = null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
