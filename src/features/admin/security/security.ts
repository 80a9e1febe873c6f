/*
 * What happened at the doors, and what else of the audit log is about security, as one timeline. What's only counted is
 * stored by `incident-writer.ts`.
 */
import { findLocale } from "#src/features/identity/accounts/person/person.ts";
import { sentenceFor, whoIs } from "#src/features/instance/audit/audit.ts";
import {
  listBrowserErrors,
  resolveBrowserError,
} from "#src/features/public/site/browser-errors/browser-errors.ts";
import { GENERAL_ERRORS, isId, isPersonId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { firstIdAt } from "#src/lib/ids.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { plainLocale } from "#src/lib/locale.ts";
import type { StaffCtx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import { noticedNetwork } from "./blocks.ts";
import { SECURITY_ERRORS, type TimelineEntry, type TimelineFilter } from "./contract.ts";
import { EVENT_KINDS, type EventKind, INCIDENT_KINDS, type TimelineKind } from "./rules.ts";
import { listTimelineRows, type TimelineRow, type TimelineSearch } from "./store.ts";

export async function getBrowserErrors(ctx: StaffCtx, { state }: { state: "open" | "resolved" }) {
  return { items: await listBrowserErrors(ctx, { isResolved: state === "resolved" }) };
}

export async function setResolved(
  ctx: StaffCtx,
  { id, is_resolved }: { id: string; is_resolved: boolean },
): Promise<void> {
  if (!isPersonId(id) || !(await resolveBrowserError(ctx, { id, isResolved: is_resolved })))
    throw failure(SECURITY_ERRORS, "BROWSER_ERROR_NOT_FOUND");
}

const PAGE_ROWS = 50;
const BATCH_ROWS = 500;
/** Files are in English, for programs to parse. */
const FILE_LOCALE = plainLocale("en");

const KIND_OF = new Map<string, TimelineKind>(
  Object.entries(EVENT_KINDS).flatMap(([kind, names]) => names.map((name) => [name, kind as EventKind])),
);

export async function listTimeline(
  ctx: StaffCtx,
  { cursor, ...filter }: TimelineFilter & { cursor?: string | undefined },
): Promise<{ items: TimelineEntry[]; next?: string }> {
  if (cursor !== undefined && !isId(cursor)) throw failure(LIST_ERRORS, "CURSOR_INVALID");
  const rows = await listTimelineRows(ctx.db, { ...searchOf(filter), before: cursor }, PAGE_ROWS + 1);
  const shown = rows.slice(0, PAGE_ROWS);
  const locale = await findLocale(ctx);
  const next = rows.length > PAGE_ROWS ? shown.at(-1)?.id : undefined;
  return { items: shown.map((row) => toEntry(ctx, row, locale)), ...(next !== undefined && { next }) };
}

const COLUMNS = ["first_at", "at", "kind", "count", "what", "subject", "by", "account", "network", "country"];

export async function exportTimeline(ctx: StaffCtx, filter: TimelineFilter): Promise<File> {
  const name = `security-${ctx.now().toISOString().slice(0, 10)}.csv`;
  return csvFile(name, COLUMNS, csvRows(ctx, filter));
}

async function* csvRows(ctx: StaffCtx, filter: TimelineFilter) {
  let before: string | undefined;
  do {
    const rows = await listTimelineRows(ctx.db, { ...searchOf(filter), before }, BATCH_ROWS);
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield rows.map((row) => {
      const { first_at, at, kind, count, what, subject, by, account, network, country } = toEntry(
        ctx,
        row,
        FILE_LOCALE,
      );
      return [first_at, at, kind, count, what ?? "", subject, by ?? "", account?.id ?? "", network, country];
    });
    before = rows.length === BATCH_ROWS ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
}

function searchOf({
  kind,
  account,
  network,
  country,
  from,
  until,
}: TimelineFilter): Omit<TimelineSearch, "before"> {
  const isIncident = INCIDENT_KINDS.some((one) => one === kind);
  // Events don't say where from.
  const isAnywhere = network === undefined && country === undefined;
  const every: readonly string[] =
    kind === undefined ? [...KIND_OF.keys()] : isIncident ? [] : EVENT_KINDS[kind as EventKind];
  const names = isAnywhere ? every : [];
  return {
    kinds: kind === undefined ? undefined : isIncident ? [kind] : [],
    names,
    // Text that can't be an id belongs to no account.
    network: network === undefined ? undefined : noticedNetwork(network),
    country: country?.toUpperCase(),
    account: account === undefined || isPersonId(account) ? account : "-",
    from: from && firstIdAt(from),
    until: until && firstIdAt(until),
  };
}

function toEntry(ctx: StaffCtx, row: TimelineRow, locale: string): TimelineEntry {
  const { id, is_event, subject, network, country, count, account, account_name } = row;
  const hasAccount = account !== "" && account !== INSTANCE;
  return {
    id,
    kind: KIND_OF.get(row.kind) ?? (row.kind as TimelineKind),
    what: is_event ? sentenceFor(row.kind, row.payload, locale) : null,
    subject,
    by: row.actor_type === null ? null : whoIs(ctx, row.actor_type, row.actor_name),
    account: hasAccount ? { id: account, name: account_name ?? "" } : null,
    network,
    country,
    count,
    first_at: new Date(row.first_at).toISOString(),
    at: new Date(row.at).toISOString(),
  };
}
