/*
 * Everything that was done on the instance: by staff, by the program itself, and in every account. Who's in charge of
 * the audit log sees all of it; other staff who have a log see what they did themselves.
 */
import { findLocale } from "#src/features/identity/accounts/person/person.ts";
import { mayAct } from "#src/features/identity/team/rules.ts";
import { GENERAL_ERRORS, isId, isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { firstIdAt } from "#src/lib/ids.ts";
import { plainLocale } from "#src/lib/locale.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import { csvFile, StreamedFile } from "#src/platform/http/streamed-file.ts";
import { eventsAbout, eventsMatching, sentenceFor, whoIs } from "../audit.ts";
import type { LogEntry, LogFilter } from "./log-contract.ts";
import { ACTOR_TYPES, meansOf } from "./log-rules.ts";
import { type LogRow, type LogSearch, listLog, listLogBatches, listPeopleCalled } from "./log-store.ts";

const PAGE_ROWS = 50;
const BATCH_ROWS = 500;
const WORDS_CHARS_MAX = 200;

export async function listInstanceLog(
  ctx: StaffCtx,
  { cursor, ...filter }: LogFilter & { cursor?: string | undefined },
) {
  const { rows, next } = await listLog(ctx.db, await searchOf(ctx, filter), { cursor, rows: PAGE_ROWS });
  const locale = await localeOf(ctx);
  return { items: rows.map((row) => toEntry(ctx, row, locale)), ...(next !== undefined && { next }) };
}

const COLUMNS = [
  "time",
  "who",
  "role",
  "what",
  "through",
  "account",
  "event",
  "subject",
  "position",
  "id",
  "key",
] as const;
/** Files are in English, for programs to parse. */
const FILE_LOCALE = plainLocale("en");

export async function exportInstanceLog(
  ctx: StaffCtx,
  { format, ...filter }: LogFilter & { format: "csv" | "jsonl" },
): Promise<File> {
  const batches = entryBatches(ctx, await searchOf(ctx, filter));
  const name = `audit-${ctx.now().toISOString().slice(0, 10)}`;
  if (format === "jsonl")
    return new StreamedFile(`${name}.jsonl`, "text/plain; charset=utf-8", jsonLines(batches));
  return csvFile(`${name}.csv`, COLUMNS, csvRows(batches));
}

async function* entryBatches(ctx: StaffCtx, search: LogSearch): AsyncGenerator<LogEntry[]> {
  const reader = ctx.actor.type === "staff" ? ctx.actor.person.id : INSTANCE;
  for await (const rows of listLogBatches(ctx.db, search, { rows: BATCH_ROWS, reader })) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield rows.map((row) => toEntry(ctx, row, FILE_LOCALE));
  }
}

async function* jsonLines(batches: AsyncGenerator<LogEntry[]>): AsyncGenerator<string> {
  for await (const entries of batches) yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

async function* csvRows(batches: AsyncGenerator<LogEntry[]>) {
  for await (const entries of batches)
    yield entries.map((entry) =>
      COLUMNS.map((column) => {
        const value = entry[column] ?? "";
        return typeof value === "object" ? value.id : value;
      }),
    );
}

async function localeOf(ctx: StaffCtx): Promise<string> {
  return ctx.actor.type === "staff" ? findLocale(ctx) : FILE_LOCALE;
}

/** Filters that nothing can match become empty lists. */
async function searchOf(ctx: StaffCtx, filter: LogFilter): Promise<LogSearch> {
  const { who, whom, what, kind, through, key, from, until } = filter;
  const by = who === undefined ? undefined : await idsOf(ctx, who);
  const whose = whom === undefined ? undefined : await idsOf(ctx, whom);
  const own = ownOnly(ctx);
  return {
    by: own === undefined ? by : by === undefined || by.includes(own) ? [own] : [],
    accounts: whose,
    subject: whom === undefined ? undefined : subjectIn(whom),
    names: namesOf({ what, kind }),
    type: through && ACTOR_TYPES[through],
    key: key && (isId(key) ? key.toLowerCase() : INSTANCE),
    from: from && firstIdAt(from),
    until: until && firstIdAt(until),
  };
}

/** Returns the actor's id if they may see only what they did themselves. */
function ownOnly({ actor }: StaffCtx): string | undefined {
  if (actor.type === "system") return undefined;
  return mayAct(actor, "audit", "read") ? undefined : actor.person.id;
}

const clean = (text: string) => cleanText(text, WORDS_CHARS_MAX);

async function idsOf(ctx: StaffCtx, text: string): Promise<string[]> {
  const words = clean(text);
  if (words === "") return [];
  const people = await listPeopleCalled(ctx.db, words);
  // Keys, the instance, and people who are gone are found by their whole ids.
  return isPersonId(words) && !people.includes(words) ? [...people, words] : people;
}

const subjectIn = (text: string) => (clean(text) === "" ? undefined : clean(text));

function namesOf({ what, kind }: Pick<LogFilter, "what" | "kind">): string[] | undefined {
  const about = kind && eventsAbout(kind);
  const words = what === undefined ? "" : clean(what);
  if (what === undefined || what.trim() === "") return about;
  if (words === "") return [];
  const wanted = words.toLowerCase();
  const matched = new Set([
    ...eventsMatching(words, (text) => text),
    ...[...declaredEvents().keys()].filter((name) => name.includes(wanted)),
  ]);
  return about ? about.filter((name) => matched.has(name)) : [...matched];
}

function toEntry(ctx: Platform, row: LogRow, locale: string): LogEntry {
  const { id, time, name, actor, subject, payload, account, position } = row;
  return {
    id,
    time,
    event: name,
    what: sentenceFor(name, payload, locale),
    by: row.by === null ? null : { id: row.by, name: row.actor_name, email: row.actor_email },
    who: whoIs(ctx, actor.type, row.actor_name),
    role: actor.role ?? null,
    through: meansOf(actor.type),
    key: actor.key === undefined ? null : { id: actor.key, name: row.key_name },
    job: actor.job ?? null,
    account: { id: account, name: row.account_name, email: row.account_email },
    subject,
    position,
    details: payload,
  };
}
