/*
 * The job of an import: checks a file, imports it, or undoes it, a batch at a time. Each batch is one
 * transaction with its progress, so that a kill loses and repeats nothing, and a pause or a cancellation
 * waits for one batch at most.
 */

import * as z from "zod";
import { addressesSuppressed } from "#src/features/audience/consent/events.ts";
import { contactConsents } from "#src/features/audience/consent-records/tables.ts";
import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { analyzeAfterBulk } from "#src/platform/db/maintenance.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { addressesIn, type Batch, countPeople, importPeople, parseBatch } from "./batches.ts";
import { CsvFailure, readRows } from "./csv-rows.ts";
import { withDayPositions } from "./dates.ts";
import { importDone } from "./events.ts";
import { expandCells } from "./layout.ts";
import { type ImportState, NO_COUNTS, UNDO_DAYS, WORKING_STATES } from "./rules.ts";
import { SeenEmails } from "./seen-emails.ts";
import {
  deleteParts,
  erasePeople,
  findImport,
  type ImportKey,
  type ImportRow,
  insertProblems,
  listAbandoned,
  listFileSlices,
  listPurgeable,
  listWorking,
  lockImport,
  updateImport,
} from "./store.ts";
import { purgeUndoData, runUndo } from "./undo.ts";

/** Other queries to the embedded database wait for a batch at most, so its batches are small. */
const BATCH_ROWS = { postgres: 1000, pglite: 200 };
/** Keeps a file of huge rows out of memory. */
const BATCH_CHARS = 1_000_000;
const ABANDONED_DAYS = 14;

export const importJob: JobType<ImportKey> = {
  name: "imports.work",
  class: "bulk",
  data: z.object({ account: z.string(), id: z.string() }),
};

/** Imports of one account run in sequence, so that nobody else waits for all of them. */
export function enqueueImport(ctx: Platform, key: ImportKey): Promise<void> {
  return ctx.enqueue(importJob, key);
}

/** Runs the step of the import's state. After an interruption, it continues. */
export async function runImport(platform: Platform, key: ImportKey): Promise<void> {
  const row = await findImport(platform.db, key);
  if (row?.state === "undoing") await runUndo(platform, key);
  else if (row?.state === "validating" || row?.state === "running") await readThrough(platform, key, row);
}

async function readThrough(platform: Platform, key: ImportKey, begun: ImportRow): Promise<void> {
  const { state } = begun;
  const isFromStart = state === "validating";
  try {
    if (isFromStart && !(await settleDates(platform, key, begun))) return;
    const row = await findImport(platform.db, key);
    if (row?.state !== state) return;
    // Only the check needs them, because otherwise the contacts themselves tell.
    const rows = new SeenEmails();
    const batches = batchesOf(platform, key, { ...row, isFromStart });
    for await (const parsed of ahead(parsedOf(platform, { key, row }, batches))) {
      platform.abortSignal.throwIfAborted();
      const isDone = parsed.batch.from < row.rows_done;
      if (!isDone && !(await workOn(platform, { key, as: row, parsed, rows }))) return;
      if (isFromStart) rows.add(parsed.found);
    }
  } catch (error) {
    if (!(error instanceof CsvFailure)) throw error;
    await end(platform, key, { from: state, failure: error.message });
    return;
  }
  await end(platform, key, { from: state, failure: null });
  if (state === "running")
    await analyzeAfterBulk(platform, begun.expected?.added ?? 0, contacts, contactConsents);
}

interface Parsed {
  batch: Batch;
  found: Awaited<ReturnType<typeof parseBatch>>;
}

async function* parsedOf(
  platform: Platform,
  { key, row }: { key: ImportKey; row: ImportRow },
  batches: AsyncGenerator<Batch>,
): AsyncGenerator<Parsed> {
  for await (const batch of batches) yield { batch, found: await parseBatch(platform, { key, row, batch }) };
}

/**
 * Determines the position of the day in the file's dates before any is parsed, because the last row may
 * decide. False once someone has canceled the import, or mapped it anew.
 */
async function settleDates(platform: Platform, key: ImportKey, row: ImportRow): Promise<boolean> {
  if (row.rows_done > 0 || !row.columns.some(({ target }) => target === "signed_up_at")) return true;
  let { columns } = row;
  for await (const batch of batchesOf(platform, key, { ...row, isFromStart: true })) {
    platform.abortSignal.throwIfAborted();
    const rows = batch.rows.map((cells) => expandCells(cells, row.columns));
    columns = withDayPositions(columns, rows);
  }
  return platform.write(async (ctx) => {
    const now = await lockImport(ctx.db, key);
    if (now?.state !== row.state || now.attested_at !== row.attested_at) return false;
    if (now.rows_done === 0) await updateImport(ctx.db, key, { columns });
    return true;
  });
}

/** Yields the rows that haven't been processed yet, or all of them. */
async function* batchesOf(
  platform: Platform,
  key: ImportKey,
  row: ImportRow & { isFromStart: boolean },
): AsyncGenerator<Batch> {
  const { encoding, delimiter, rows_done } = row;
  const most = BATCH_ROWS[platform.database.kind];
  let from = row.isFromStart ? 0 : rows_done;
  let toSkip = from + row.rows_before + (row.has_header ? 1 : 0);
  let rows: string[][] = [];
  let people = 0;
  let chars = 0;
  for await (const cells of readRows({ parts: listFileSlices(platform.db, key), encoding, delimiter })) {
    if (toSkip > 0) {
      toSkip--;
      continue;
    }
    rows.push(cells);
    people += addressesIn(cells, row)?.length ?? 1;
    for (const { length } of cells) chars += length;
    const isFull = people >= most || chars >= BATCH_CHARS || from + rows.length === rows_done;
    if (!isFull) continue;
    yield { from, rows };
    from += rows.length;
    rows = [];
    people = 0;
    chars = 0;
  }
  if (rows.length > 0) yield { from, rows };
}

/** Reads the next batch while the database works on one. */
async function* ahead<T>(all: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = all.next();
  try {
    for (let one = await next; !one.done; one = await next) {
      next = all.next();
      // The consumer handles the rejection.
      next.catch(() => {});
      yield one.value;
    }
  } finally {
    await next.catch(() => {});
    await all.return(undefined);
  }
}

/** False once someone has paused, canceled, or mapped it anew, or another worker has done this batch. */
async function workOn(
  platform: Platform,
  { key, as, parsed, rows }: { key: ImportKey; as: ImportRow; parsed: Parsed; rows: SeenEmails },
): Promise<boolean> {
  const { batch, found } = parsed;
  const { state } = as;
  return platform.write(async (ctx) => {
    const row = await lockImport(ctx.db, key);
    if (row?.state !== state || row.attested_at !== as.attested_at || row.rows_done !== batch.from)
      return false;
    if (state === "validating") await insertProblems(ctx.db, found.problems, row.problems);
    const counted = await (state === "running" ? importPeople : countPeople)(ctx, {
      key,
      row,
      ...found,
      rows,
    });
    const counts = {
      rows: state === "running" ? row.counts.rows : row.counts.rows + batch.rows.length,
      added: row.counts.added + counted.added,
      updated: row.counts.updated + counted.updated,
      unchanged: row.counts.unchanged + found.combined + counted.unchanged,
      combined: (row.counts.combined ?? 0) + found.combined,
      left_out: row.counts.left_out + found.leftOut,
      suppressed: row.counts.suppressed + counted.suppressed,
      stopped: (row.counts.stopped ?? 0) + counted.stopped,
    };
    const problems = state === "running" ? row.problems : row.problems + found.problems.length;
    const rows_done = batch.from + batch.rows.length;
    await updateImport(ctx.db, key, { counts, problems, rows_done });
    return true;
  });
}

async function end(
  platform: Platform,
  key: ImportKey,
  { from, failure }: { from: ImportState; failure: string | null },
): Promise<void> {
  await platform.write(async (ctx) => {
    const row = await lockImport(ctx.db, key);
    if (row?.state !== from) return;
    if (failure === null && from === "validating") {
      const counts = { ...NO_COUNTS, rows: row.counts.rows };
      await updateImport(ctx.db, key, { state: "ready", rows_done: 0, counts, expected: row.counts });
      return;
    }
    const state = failure !== null ? "failed" : row.counts.left_out > 0 ? "done_with_errors" : "done";
    const { added, updated, stopped = 0 } = row.counts;
    const columns = withoutSamples(row);
    const letters = new Uint8Array();
    await updateImport(ctx.db, key, { state, failure, columns, letters, ended_at: ctx.now().toISOString() });
    await deleteParts(ctx.db, key);
    const { account } = key;
    if (stopped > 0)
      await ctx.announce(addressesSuppressed, { account, subject: account, payload: { count: stopped } });
    if (failure === null)
      await ctx.announce(importDone, {
        account,
        subject: key.id,
        payload: { file_name: row.file_name, added, updated, starts_sequences: row.starts_sequences },
      });
  });
}

/** An import that has ended must not keep people's names. */
export function withoutSamples({ columns }: ImportRow): ImportRow["columns"] {
  return columns.map((column) => ({ ...column, sample: [] }));
}

/** Resumes imports whose job has died. A running one isn't harmed, because each batch is done once. */
export async function resumeImports(platform: Platform): Promise<void> {
  const working = await listWorking(platform.db);
  await platform.write(async (ctx) => {
    for (const key of working) await ctx.enqueue(importJob, key, { key: `${key.account} ${key.id}` });
  });
}

export function eraseImportedPeople(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => erasePeople(ctx.db, { account, ids }));
}

export async function purgeAbandoned(platform: Platform): Promise<void> {
  const now = platform.now();
  for (const key of await listAbandoned(platform.db, addDays(now, -ABANDONED_DAYS))) {
    await platform.write(async (ctx) => {
      const row = await lockImport(ctx.db, key);
      if (!row || (WORKING_STATES as readonly ImportState[]).includes(row.state)) return;
      const columns = withoutSamples(row);
      await updateImport(ctx.db, key, { state: "cancelled", columns, ended_at: now.toISOString() });
      await deleteParts(ctx.db, key);
    });
  }
  for (const key of await listPurgeable(platform.db, addDays(now, -UNDO_DAYS)))
    await purgeUndoData(platform, key);
}
