/*
 * Imports of pages from other services, and from files. Reading one keeps nothing but what was found, for a day; what
 * its owner then chooses is written by the verbs of `links` and `profiles` (`import-application.ts`), and its pictures
 * are copied by a job (`picture-copies.ts`). `parsers` knows the services.
 */
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { addHours } from "#src/lib/time.ts";
import { actorId, type Ctx, type Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { type ImportedPage, PAGE_IMPORT_ERRORS, type PageImport } from "./contract.ts";
import { decodeText, fetchPageText } from "./page-fetch.ts";
import type { Parsed } from "./parsers/parsers.ts";
import { FILE_BYTES_MAX, KEPT_HOURS, leadsSomewhere } from "./rules.ts";
import {
  deletePageImport,
  deletePageImportsBefore,
  findPageImport,
  insertPageImport,
  type PageImportRow,
  upsertPageImportCount,
} from "./store.ts";
import { parseFileInThread, parsePageInThread } from "./threaded-parser.ts";

const READS: Limit = {
  name: "page-import.read",
  attempts: 30,
  seconds: 3600,
  sentence: "You can read 30 pages an hour.",
};

/** Reads the page at an address. Nothing of it is imported yet. */
export async function createPageImport(ctx: Ctx, { url }: { url: string }): Promise<PageImport> {
  await ctx.limits.count(READS, ctx.account);
  const page = await fetchPageText(ctx, url);
  return keep(ctx, await parsePageInThread(ctx.account, page));
}

/** Reads a saved page, a table, or JSON. */
export async function createPageImportFromFile(ctx: Ctx, { file }: { file: File }): Promise<PageImport> {
  await ctx.limits.count(READS, ctx.account);
  if (file.size > FILE_BYTES_MAX) throw failure(PAGE_IMPORT_ERRORS, "FILE_TOO_LARGE");
  const text = decodeText(await file.bytes());
  if (isBinary(text)) throw failure(PAGE_IMPORT_ERRORS, "FILE_UNREADABLE");
  return keep(ctx, await parseFileInThread(ctx.account, { text, name: file.name }));
}

const ZIP = "PK\u0003\u0004";
const BINARY_CHARS = 1000;

/** ZIP files are told apart later: one could be an export of ours. */
function isBinary(text: string): boolean {
  return !text.startsWith(ZIP) && (text.trim() === "" || text.slice(0, BINARY_CHARS).includes("\0"));
}

const PROBLEMS = {
  nothing_found: "NOTHING_FOUND",
  challenge: "PAGE_REFUSED",
  unreadable: "FILE_UNREADABLE",
  account_export: "ACCOUNT_EXPORT",
} as const satisfies Record<string, keyof typeof PAGE_IMPORT_ERRORS>;

/** Counts how the parser did, and keeps what it found. */
async function keep(ctx: Ctx, parsed: Parsed): Promise<PageImport> {
  const now = ctx.now().toISOString();
  const day = now.slice(0, 10);
  if ("problem" in parsed) {
    await upsertPageImportCount(ctx.db, { service: parsed.service, day, links: null });
    throw failure(PAGE_IMPORT_ERRORS, PROBLEMS[parsed.problem]);
  }
  const { page, failed } = parsed;
  const row = await ctx.write(async (ctx) => {
    const links = page.items.filter(leadsSomewhere).length;
    await upsertPageImportCount(ctx.db, { service: page.service.key, day, links });
    if (failed !== undefined) await upsertPageImportCount(ctx.db, { service: failed, day, links: null });
    return storePageImport(ctx, page, ctx.newId());
  });
  return toPageImport(row);
}

/** Keeps what was read until it's applied. The same id twice keeps what came first. */
export async function storePageImport(ctx: Ctx, page: ImportedPage, id: string): Promise<PageImportRow> {
  await insertPageImport(ctx.db, {
    id,
    user_id: ctx.account,
    made_by: actorId(ctx),
    page,
    created_at: ctx.now().toISOString(),
  });
  return requirePageImport(ctx, id);
}

export async function getPageImport(ctx: Ctx, { id }: { id: string }): Promise<PageImport> {
  return toPageImport(await requirePageImport(ctx, id));
}

/** Forgets what was read. What has been imported of it stays. */
export async function cancelPageImport(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await requirePageImport(ctx, id);
  await deletePageImport(ctx.db, { account: ctx.account, id });
  return { id };
}

export async function requirePageImport(ctx: Ctx, id: string): Promise<PageImportRow> {
  const row = isId(id) ? await findPageImport(ctx.db, { account: ctx.account, id }) : undefined;
  const isReachable = ctx.profileIds === null || row?.made_by === actorId(ctx);
  if (!row || !isReachable) throw failure(PAGE_IMPORT_ERRORS, "PAGE_IMPORT_NOT_FOUND");
  return row;
}

export async function purgePageImports({ db, now }: Platform): Promise<void> {
  await deletePageImportsBefore(db, addHours(now(), -KEPT_HOURS));
}

function toPageImport({ id, page, created_at, pictures_failed }: PageImportRow): PageImport {
  const { own: _, items, ...shown } = page satisfies ImportedPage;
  return { id, created_at, pictures_failed, ...shown, items: items.map(({ own: _, ...item }) => item) };
}
