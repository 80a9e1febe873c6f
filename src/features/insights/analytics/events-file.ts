/* Every view and click as a file, which is written while it's sent: memory stays flat, whatever the period. */
import { listVisitorEvents } from "#src/features/insights/clicks/clicks.ts";
import type { Ctx } from "#src/platform/context.ts";
import { csvFile, StreamedFile } from "#src/platform/http/streamed-file.ts";
import { nameOf } from "./csv.ts";
import { doesEventPass, type EventFacts } from "./filter-match.ts";
import { type Input, type Question, requireAdvanced, resolveQuestion } from "./question.ts";

const PAGE_ROWS = 1000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const COLUMNS = [
  "at",
  "event",
  "session_id",
  "link_id",
  "variant",
  "country",
  "region",
  "city",
  "device_type",
  "browser",
  "os",
  "app",
  "referrer",
  "referrer_host",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "is_bot",
] as const;

type EventRow = Record<(typeof COLUMNS)[number], string>;

/** Exports the views and clicks that pass the filters, in order of time. */
export async function exportEvents(ctx: Ctx, input: Input & { format: "csv" | "json" }): Promise<File> {
  const question = await resolveQuestion(ctx, input);
  await requireAdvanced(ctx);
  const name = nameOf({ ...question.period, tz: input.tz }, "events", input.format);
  const pages = listPages(ctx, question);
  if (input.format === "csv") return csvFile(name, COLUMNS, csvPages(pages));
  return new StreamedFile(name, "application/json", jsonPieces(pages));
}

async function* csvPages(pages: AsyncGenerator<EventRow[]>): AsyncGenerator<string[][]> {
  for await (const rows of pages) yield rows.map((row) => COLUMNS.map((column) => row[column]));
}

async function* jsonPieces(pages: AsyncGenerator<EventRow[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of pages) {
    if (rows.length === 0) {
      yield "";
      continue;
    }
    yield before + rows.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[" ? "[]\n" : "]\n";
}

/**
 * Merges views and clicks by time, a page at a time. After each read in which nothing passes, the page is empty, so that
 * reading ends there if nobody waits for the file anymore.
 */
async function* listPages(ctx: Ctx, question: Question): AsyncGenerator<EventRow[]> {
  const [views, clicks] = [listEvents(ctx, "views", question), listEvents(ctx, "clicks", question)];
  let [view, click] = [await views.next(), await clicks.next()];
  let page: EventRow[] = [];
  while (!view.done || !click.done) {
    if (view.value === null || click.value === null) {
      yield [];
      if (view.value === null) view = await views.next();
      else click = await clicks.next();
      continue;
    }
    const isView = click.done || (!view.done && view.value.at <= click.value.at);
    const next = isView ? view : click;
    if (!next.done && next.value) page.push(next.value);
    if (isView) view = await views.next();
    else click = await clicks.next();
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Null where a read found nothing that passes. */
async function* listEvents(
  ctx: Ctx,
  kind: "views" | "clicks",
  { period, scope, filters }: Question,
): AsyncGenerator<EventRow | null, undefined> {
  const to = new Date(period.to).toISOString();
  let after = { at: new Date(period.from).toISOString(), id: FIRST_ID };
  for (;;) {
    const reading = { profileId: scope.profileId, after, limit: PAGE_ROWS };
    const { items, next } = await listVisitorEvents(ctx, kind, reading);
    let isEmpty = true;
    for (const item of items) {
      const row = rowOf(item);
      if (row.at >= to) return;
      if (!doesEventPass(factsOf(item), { filters, ...scope })) continue;
      isEmpty = false;
      yield row;
    }
    if (items.length < PAGE_ROWS || !next) return;
    if (isEmpty) yield null;
    after = next;
  }
}

type Item = Awaited<ReturnType<typeof listVisitorEvents<"views" | "clicks">>>["items"][number];

function rowOf(item: Item): EventRow {
  const isClick = "clicked_at" in item;
  const [source = "", medium = "", campaign = "", term = "", content = ""] = item.utm.split("|");
  return {
    at: isClick ? item.clicked_at : item.viewed_at,
    event: isClick ? "click" : "view",
    session_id: item.session_id,
    link_id: isClick ? item.link_id : "",
    variant: isClick ? (item.variant ?? "") : "",
    country: item.country,
    region: item.region,
    city: item.city,
    device_type: item.device_type,
    browser: item.browser,
    os: item.os,
    app: item.app,
    referrer: item.referrer,
    referrer_host: item.referrer_host,
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaign,
    utm_term: term,
    utm_content: content,
    is_bot: item.is_bot ? "yes" : "no",
  };
}

function factsOf(item: Item): EventFacts {
  const { country, region, city, device_type, browser, os, app, referrer_host, utm } = item;
  return {
    places: [country, region, city].join("|"),
    clients: [device_type, browser, os, app].join("|"),
    sources: referrer_host,
    utms: utm,
    links: "link_id" in item ? item.link_id : undefined,
    variant: "variant" in item ? (item.variant ?? "") : "",
    isBot: item.is_bot,
    isSuspected: item.is_suspected,
  };
}
