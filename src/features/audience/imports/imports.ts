/*
 * Imports: CSV files that become contacts. The file comes in parts, is checked without changing anything, and
 * then imported by a job (`import-job.ts`) that can be paused and survives a kill. `contacts` decides the
 * outcome for each address.
 */
import type * as z from "zod";
import { defineMissingFields } from "#src/features/audience/contacts/fields/fields.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { EventType } from "#src/lib/event.ts";
import { cleanText } from "#src/lib/text.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { actorId, type Ctx } from "#src/platform/context.ts";
import {
  type beginSchema,
  IMPORT_ERRORS,
  type Import,
  type mappingSchema,
  type partSchema,
  type rereadSchema,
} from "./contract.ts";
import { detectFormat } from "./detection.ts";
import { encodingOf, isUtf8Part, LETTERS_BYTES_MAX, linesWithLetters, OTHER } from "./encodings.ts";
import {
  importBegun,
  importCancelled,
  importMapped,
  importPaused,
  importStarted,
  importUndone,
} from "./events.ts";
import { enqueueImport, withoutSamples } from "./import-job.ts";
import { requireOpenSlot, toImport, undoUntil } from "./present.ts";
import {
  canTransition,
  IMPORT_BYTES_MAX,
  type ImportState,
  NO_COUNTS,
  STOP_TARGETS,
  TARGETS,
  type Target,
} from "./rules.ts";
import {
  deleteParts,
  deleteProblems,
  findImport,
  type ImportKey,
  type ImportRow,
  insertImport,
  insertPart,
  listImportRows,
  lockImport,
  updateImport,
} from "./store.ts";
import type { ImportColumn } from "./tables.ts";

const LISTED = 50;
const FILE_NAME_CHARS_MAX = 200;

/** Begins an import with a file, or with the first part of one. */
export async function beginImport(ctx: Ctx, input: z.output<typeof beginSchema>): Promise<Import> {
  requireWholeAccount(ctx);
  const { file, name = file.name, bytes = file.size } = input;
  const id = input.id ?? ctx.newId();
  if (bytes > IMPORT_BYTES_MAX) throw failure(IMPORT_ERRORS, "IMPORT_TOO_LARGE");
  if (file.size === 0) throw failure(IMPORT_ERRORS, "IMPORT_EMPTY");
  if (file.size > bytes) throw failure(IMPORT_ERRORS, "PART_WRONG");
  const content = await file.bytes();
  const encoding = encodingOf(content);
  if (encoding === undefined) throw failure(IMPORT_ERRORS, "IMPORT_UNREADABLE");
  const row: ImportRow = {
    user_id: ctx.account,
    id,
    file_name: cleanText(name, FILE_NAME_CHARS_MAX) || "import.csv",
    bytes,
    received: 0,
    state: "uploading",
    encoding,
    delimiter: ",",
    has_header: true,
    columns: [],
    rows_before: 0,
    is_encoding_guessed: false,
    letters: new Uint8Array(),
    mode: "update",
    tags: [],
    suppresses: true,
    starts_sequences: false,
    consent_text: null,
    attested_at: null,
    attested_by: null,
    counts: NO_COUNTS,
    expected: null,
    rows_done: 0,
    problems: 0,
    failure: null,
    created_at: ctx.now().toISOString(),
    ended_at: null,
  };
  return ctx.write(async (ctx) => {
    await requireOpenSlot(ctx, id);
    if (await insertImport(ctx.db, row))
      await ctx.announce(importBegun, { subject: id, payload: { file_name: row.file_name } });
    return store(ctx, { account: ctx.account, id }, { start: 0, content });
  });
}

export async function addPart(ctx: Ctx, { id, start, file }: z.output<typeof partSchema>): Promise<Import> {
  const content = await file.bytes();
  return ctx.write((ctx) => store(ctx, keyOf(ctx, id), { start, content }));
}

async function store(
  ctx: Ctx,
  key: ImportKey,
  { start, content }: { start: number; content: Uint8Array },
): Promise<Import> {
  const row = await hold(ctx, key);
  // It was sent again, because the response got lost.
  if (start + content.length <= row.received) return toImport(row);
  const received = start + content.length;
  if (row.state !== "uploading" || start !== row.received || received > row.bytes)
    throw failure(IMPORT_ERRORS, "PART_WRONG");
  const { account: user_id, id: import_id } = key;
  await insertPart(ctx.db, { user_id, import_id, start, content });
  const isOther = row.encoding === "utf-8" && !isUtf8Part(content);
  const encoding = isOther ? OTHER : row.encoding;
  const more = linesWithLetters(content, LETTERS_BYTES_MAX - row.letters.length);
  const letters = Buffer.concat([row.letters, more]);
  const changed = await updateImport(ctx.db, key, { received, encoding, letters });
  return toImport(received < row.bytes ? changed : await detectFormat(ctx, key, { row: changed }));
}

export async function listImports(ctx: Ctx): Promise<{ items: Import[] }> {
  requireWholeAccount(ctx);
  return { items: (await listImportRows(ctx.db, ctx.account, LISTED)).map(toImport) };
}

export async function getImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  const row = await findImport(ctx.db, keyOf(ctx, id));
  if (!row) throw failure(IMPORT_ERRORS, "IMPORT_NOT_FOUND");
  return toImport(row);
}

/** Parses a file again: with another encoding, another separator, or another choice of header. */
export async function rereadImport(
  ctx: Ctx,
  { id, ...wanted }: z.output<typeof rereadSchema>,
): Promise<Import> {
  return ctx.write(async (ctx) => {
    const key = keyOf(ctx, id);
    await move(ctx, key, "uploaded");
    await deleteProblems(ctx.db, key);
    const fresh = { counts: NO_COUNTS, expected: null, rows_done: 0, problems: 0 };
    return toImport(await detectFormat(ctx, key, { row: await updateImport(ctx.db, key, fresh), wanted }));
  });
}

/** Stores the columns' targets and the consent, and starts the check of the file. */
export async function mapImport(ctx: Ctx, input: z.output<typeof mappingSchema>): Promise<Import> {
  const { id, targets, mode, tags, suppresses, starts_sequences, consent, consent_text, time_zone } = input;
  return ctx.write(async (ctx) => {
    const key = keyOf(ctx, id);
    const row = await move(ctx, key, "validating");
    if (!areTargets(targets, row.columns)) throw failure(IMPORT_ERRORS, "TARGETS_WRONG");
    const consented = cleanText(consent_text);
    if (!consent || consented === "") throw failure(IMPORT_ERRORS, "CONSENT_MISSING");
    await defineMissingFields(ctx, fieldsNamed(targets, row.columns));
    const zone = await zoneOf(ctx, time_zone);
    const columns = row.columns.map(({ day_place: _, ...column }, at) => ({
      ...column,
      zone,
      target: (targets[at] ?? null) as Target | null,
    }));
    await deleteProblems(ctx.db, key);
    await ctx.announce(importMapped, { subject: id, payload: { file_name: row.file_name } });
    await enqueueImport(ctx, key);
    const proof = { attested_at: ctx.now().toISOString(), attested_by: actorId(ctx) };
    const fresh = { counts: NO_COUNTS, expected: null, rows_done: 0, problems: 0 };
    const chosen = { columns, mode, tags, suppresses, starts_sequences, consent_text: consented };
    return toImport(await updateImport(ctx.db, key, { ...chosen, ...proof, ...fresh }));
  });
}

/** Returns the zone for dates without one: the client's, or the account's. */
async function zoneOf(ctx: Ctx, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined && !isTimeZone(wanted)) throw failure(IMPORT_ERRORS, "TIME_ZONE_UNKNOWN");
  return wanted ?? (await findPerson(ctx.db, ctx.account))?.time_zone ?? "UTC";
}

function areTargets(targets: readonly (string | null)[], columns: readonly ImportColumn[]): boolean {
  const stops: readonly (string | null)[] = STOP_TARGETS;
  const chosen = targets.filter((target) => target !== null);
  const once = chosen.filter((target) => !stops.includes(target));
  return (
    targets.length === columns.length &&
    chosen.includes("email") &&
    new Set(once).size === once.length &&
    chosen.every((target) => (TARGETS as readonly string[]).includes(target) || keyIn(target) !== undefined)
  );
}

const FIELD = "field:";
const keyIn = (target: string) => (target.startsWith(FIELD) ? target.slice(FIELD.length) : undefined);

/** Returns the custom fields that columns map to; new ones are named after their columns. */
function fieldsNamed(targets: readonly (string | null)[], columns: readonly ImportColumn[]) {
  return columns.flatMap(({ header }, at) => {
    const key = keyIn(targets[at] ?? "");
    return key === undefined ? [] : [{ key, label: header }];
  });
}

export async function startImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return ctx.write(async (ctx) => {
    const key = keyOf(ctx, id);
    const row = await move(ctx, key, "running");
    await enqueueImport(ctx, key);
    await ctx.announce(importStarted, { subject: id, payload: { file_name: row.file_name } });
    return toImport(row);
  });
}

/** The running batch is finished: after that, nothing changes until it's started again. */
export const pauseImport = stopping("paused", importPaused);

export const cancelImport = stopping("cancelled", importCancelled);

function stopping(state: "paused" | "cancelled", event: EventType<{ file_name: string }>) {
  return (ctx: Ctx, { id }: { id: string }): Promise<Import> =>
    ctx.write(async (ctx) => {
      const key = keyOf(ctx, id);
      const row = await move(ctx, key, state);
      await ctx.announce(event, { subject: id, payload: { file_name: row.file_name } });
      if (state === "paused") return toImport(row);
      await deleteParts(ctx.db, key);
      const ended_at = ctx.now().toISOString();
      return toImport(await updateImport(ctx.db, key, { columns: withoutSamples(row), ended_at }));
    });
}

export async function undoImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  return ctx.write(async (ctx) => {
    const key = keyOf(ctx, id);
    const { ended_at } = await hold(ctx, key);
    if (ended_at !== null && undoUntil(ended_at) < ctx.now().toISOString())
      throw failure(IMPORT_ERRORS, "UNDO_TOO_LATE");
    const row = await move(ctx, key, "undoing");
    await enqueueImport(ctx, key);
    await ctx.announce(importUndone, { subject: id, payload: { file_name: row.file_name } });
    return toImport(row);
  });
}

/** Imports require access to the whole account. */
export function keyOf(ctx: Ctx, id: string): ImportKey {
  requireWholeAccount(ctx);
  if (!isId(id)) throw failure(IMPORT_ERRORS, "IMPORT_NOT_FOUND");
  return { account: ctx.account, id };
}

async function hold(ctx: Ctx, key: ImportKey): Promise<ImportRow> {
  const row = await lockImport(ctx.db, key);
  if (!row) throw failure(IMPORT_ERRORS, "IMPORT_NOT_FOUND");
  return row;
}

async function move(ctx: Ctx, key: ImportKey, state: ImportState): Promise<ImportRow> {
  const row = await hold(ctx, key);
  if (!canTransition(row.state, state)) throw failure(IMPORT_ERRORS, "STATE_WRONG");
  return updateImport(ctx.db, key, { state });
}
