/* What happened, with everything that rules can ask about it. */
import type { Ctx } from "#src/platform/context.ts";
import {
  type Asked,
  type ClickedFacts,
  deleteEvents,
  type EventRow,
  listClickedFacts,
  listMailFacts,
} from "./inbox-store.ts";
import type { Facts } from "./tables.ts";

/** Takes some of what happened out of the inbox. */
export async function takeHappened(ctx: Ctx, asked: Asked): Promise<{ taken: number; happened: EventRow[] }> {
  const rows = await deleteEvents(ctx.db, ctx.account, asked);
  // Nothing is kept about those who were deleted, and some e-mail goes to people who aren't on the list.
  const there = rows.filter(({ is_gone }) => !is_gone);
  const subjects = await subjectsOf(ctx, there);
  const clicked = await clickedOf(ctx, there);
  const happened = there.flatMap((row) => {
    const { link, ...facts } = row.facts;
    const subject = subjects.get(String(facts.campaign_id));
    const known: EventRow = { ...row, facts: { ...facts, ...(subject !== undefined && { subject }) } };
    if (row.type === "order") return [{ ...known, facts: inUnits(facts) }];
    return row.type === "mail_clicked"
      ? fromClick(known, clicked.get(`${facts.campaign_id} ${link}`))
      : [known];
  });
  return { taken: rows.length, happened };
}

async function subjectsOf(ctx: Ctx, rows: readonly EventRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ facts }) => facts.campaign_id ?? []))].map(String);
  if (ids.length === 0) return new Map();
  const found = await listMailFacts(ctx.db, ctx.account, ids);
  return new Map(found.map(({ batch_id, subject }) => [batch_id, subject]));
}

async function clickedOf(ctx: Ctx, rows: readonly EventRow[]): Promise<ReadonlyMap<string, ClickedFacts>> {
  const clicks = rows.flatMap(({ type, facts: { campaign_id, link } }) =>
    type === "mail_clicked" ? [{ batch_id: String(campaign_id), link: Number(link) }] : [],
  );
  if (clicks.length === 0) return new Map();
  const { pagesUrl } = ctx.instance;
  const found = await listClickedFacts(ctx.db, ctx.account, { clicks, pagesUrl });
  return new Map(found.map((one) => [`${one.batch_id} ${one.link}`, one]));
}

/** A click in an e-mail on one of the account's own links or pages is also a click on that link, or a view of that page. */
function fromClick(row: EventRow, clicked: ClickedFacts | undefined): EventRow[] {
  if (!clicked) return [row];
  const { url, link_id, profile_id } = clicked;
  const { country = "", device = "" } = row.facts;
  const place = { country, device, app: "", referrer_host: "", utm_source: "" };
  const found: EventRow[] = [{ ...row, facts: { ...row.facts, url: url.slice(0, 500).toWellFormed() } }];
  if (profile_id === null) return found;
  if (link_id !== null)
    found.push({ ...row, type: "link_clicked", facts: { link_id, profile_id, ...place } });
  else found.push({ ...row, type: "page_opened", facts: { profile_id, ...place } });
  return found;
}

/** Amounts are stored in a currency's smallest units. */
function inUnits(facts: Facts): Facts {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: String(facts.currency),
  }).resolvedOptions();
  return { ...facts, amount: Number(facts.amount) / 10 ** maximumFractionDigits };
}
