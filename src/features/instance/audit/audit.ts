/*
 * The account's activity log. It's read from the events that slices announce, with the sentence that each
 * declares. The platform decides how long events are stored.
 */
import { findLocale } from "#src/features/identity/accounts/person/person.ts";
import { requirePermission } from "#src/features/identity/team/team.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { GENERAL_ERRORS, isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { EventArea } from "#src/lib/event-list.ts";
import { firstIdAt } from "#src/lib/ids.ts";
import { plainLocale } from "#src/lib/locale.ts";
import { cleanText } from "#src/lib/text.ts";
import { addDays } from "#src/lib/time.ts";
import type { Translate } from "#src/lib/translate.ts";
import type { Ctx, Platform, StaffCtx } from "#src/platform/context.ts";
import { declaredEvents } from "#src/platform/events/event-registry.ts";
import { EVENT_DAYS_MIN } from "#src/platform/events/event-settings.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { type Entry, type Filter, UNNAMED } from "./contract.ts";
import { type EntryFilter, type EntryRow, listEntries, listEntryBatches, listTeam } from "./store.ts";

/** The instance may keep events longer, for its staff. */
const shownSince = ({ now }: Platform) => firstIdAt(addDays(now(), -EVENT_DAYS_MIN));

const PAGE_ROWS = 50;
const BATCH_ROWS = 250;

/** Lists the account's events, as far as the actor may see them. */
export async function listActivity(
  ctx: Ctx,
  { cursor, ...filter }: Filter & { cursor?: string | undefined },
) {
  const { rows, next } = await listEntries(ctx.db, await filterOf(ctx, filter), { cursor, rows: PAGE_ROWS });
  const locale = await findLocale(ctx);
  return { items: rows.map((row) => toEntry(ctx, row, locale)), ...(next !== undefined && { next }) };
}

/** Lists everything in an account, for staff who help its owner. */
export async function listActivityOf(
  ctx: StaffCtx,
  { account, cursor }: { account: string; cursor?: string | undefined },
) {
  const { rows, next } = await listEntries(
    ctx.db,
    { account, since: shownSince(ctx) },
    { cursor, rows: PAGE_ROWS },
  );
  const locale = await findLocale(ctx);
  return { items: rows.map((row) => toEntry(ctx, row, locale)), ...(next !== undefined && { next }) };
}

/** Lists the people whose actions the actor may see: the whole team, or only themselves. */
export async function listPeople(ctx: Ctx) {
  const people = await listTeam(ctx.db, ctx.account);
  const own = ownOnly(ctx);
  return { items: own === undefined ? people : people.filter(({ id }) => id === own) };
}

/** Files are in English, for programs to parse. */
const FILE_LOCALE = plainLocale("en");
const COLUMNS = ["time", "who", "what", "through", "event", "subject"] as const;

export async function exportActivity(ctx: Ctx, filter: Filter): Promise<File> {
  const name = `activity-${ctx.now().toISOString().slice(0, 10)}.csv`;
  return csvFile(name, COLUMNS, linesOf(ctx, await filterOf(ctx, filter)));
}

async function* linesOf(ctx: Ctx, filter: EntryFilter) {
  for await (const rows of listEntryBatches(ctx.db, filter, BATCH_ROWS)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield rows
      .map((row) => toEntry(ctx, row, FILE_LOCALE))
      .map((entry) => COLUMNS.map((column) => entry[column]));
  }
}

async function filterOf(ctx: Ctx, { person, kind, q = "" }: Filter): Promise<EntryFilter> {
  const own = ownOnly(ctx);
  const words = cleanText(q, 200) || q.trim();
  const say = await translatorFor(ctx.request?.language ?? "en");
  const wanted = person === undefined || isPersonId(person) ? person : "";
  return {
    account: ctx.account,
    since: shownSince(ctx),
    // People who may see only their own actions find nothing by anyone else.
    ...(own === undefined ? { by: wanted } : { by: wanted === undefined || wanted === own ? own : "" }),
    names: kind && eventsAbout(kind),
    search: words === "" ? undefined : { words, names: eventsMatching(words, say) },
  };
}

/**
 * Returns the actor's id if they may see only their own actions, either because of their role or because the
 * rest would reveal profiles they can't access.
 */
function ownOnly(ctx: Ctx): string | undefined {
  if (requirePermission(ctx, "audit.see") === "full" && ctx.profileIds === null) return undefined;
  const { actor } = ctx;
  if (actor.type === "system") return "";
  return actor.type === "api-key" ? actor.id : actor.person.id;
}

const THROUGH: Readonly<Record<string, string>> = {
  person: "Dashboard",
  "api-key": "API key",
  staff: "Staff",
  system: "Automatic",
};

function toEntry(ctx: Platform, { event, by, person }: EntryRow, locale: string): Entry {
  const { id, time, name, actor, subject, payload } = event;
  return {
    id,
    time,
    event: name,
    what: sentenceFor(name, payload, locale),
    by,
    who: whoIs(ctx, actor.type, person),
    through: throughWhat(actor.type, by),
    subject,
  };
}

function throughWhat(type: string, by: string | null): string {
  return type === "system" && by !== null ? "Sign-in" : (THROUGH[type] ?? type);
}

export function whoIs({ settings }: Platform, type: string, name: string | null): string {
  if (name !== null) return name;
  if (type === "system") return settings.get(INSTANCE_NAME);
  if (type === "staff") return UNNAMED.staff;
  return type === "api-key" ? UNNAMED.program : UNNAMED.person;
}

/** Returns an event's sentence. Events that aren't announced anymore only have their names. */
export function sentenceFor(event: string, payload: unknown, locale: string): string {
  const sentence = declaredEvents().get(event)?.sentence ?? event;
  return typeof sentence === "string" ? sentence : sentence(payload ?? {}, locale);
}

/**
 * Returns the events whose sentence, as the reader sees it, contains these words, without the details of a
 * single case.
 */
export function eventsMatching(words: string, say: Translate): string[] {
  const wanted = words.toLowerCase();
  return [...declaredEvents().keys()].filter((event) =>
    say(sentenceFor(event, {}, "en"))
      .toLowerCase()
      .includes(wanted),
  );
}

export function eventsAbout(area: EventArea): string[] {
  return [...declaredEvents().values()].filter((event) => event.area === area).map(({ name }) => name);
}
