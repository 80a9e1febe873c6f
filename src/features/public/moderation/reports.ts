/* Reports as staff see them, and the e-mails about them. */
import { findFounder } from "#src/features/identity/accounts/accounts.ts";
import { SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import type { ReportedPage } from "./contract.ts";
import { reportsClosed } from "./events.ts";
import { reportMail } from "./mails.ts";
import { isWorthMail, REPORT_MAILS_PER_HOUR, reasonLabel } from "./rules.ts";
import {
  findReport,
  listReportedRows,
  type ReportedAfter,
  type ReportedRow,
  updateReportsClosed,
} from "./store.ts";

const PAGE_ROWS = 50;
const MAILS: Limit = { name: "reports.mail", attempts: REPORT_MAILS_PER_HOUR, seconds: 3600 };

interface Listing {
  status: "open" | "closed";
  cursor?: string | undefined;
}

/** Lists reported pages, each once, however often it was reported. */
export async function listReported(
  ctx: StaffCtx,
  { status, cursor }: Listing,
): Promise<{ items: ReportedPage[]; next?: string }> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const rows = await listReportedRows(ctx.db, { status, after, rows: PAGE_ROWS + 1 });
  const shown = rows.slice(0, PAGE_ROWS);
  const last = rows.length > PAGE_ROWS ? shown.at(-1) : undefined;
  return { items: shown.map(toReported), ...(last && { next: cursorOf(last) }) };
}

function cursorOf({ is_urgent, last_at, username }: ReportedRow): string {
  return Buffer.from(JSON.stringify([is_urgent, last_at, username])).toString("base64url");
}

function parseCursor(cursor: string): ReportedAfter {
  try {
    const [is_urgent, last_at, username] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const isTime = typeof last_at === "string" && !Number.isNaN(Date.parse(last_at)) && last_at >= "1970";
    if (typeof is_urgent === "boolean" && isTime && typeof username === "string" && !username.includes("\0"))
      return { is_urgent, last_at, username };
  } catch {
    // It isn't our URL either.
  }
  throw failure(LIST_ERRORS, "CURSOR_INVALID");
}

function toReported({ is_urgent: _, reasons, newest, ...row }: ReportedRow): ReportedPage {
  return {
    ...row,
    reasons: Object.entries(reasons)
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => ({ reason: reasonLabel(reason), count })),
    newest: newest.map((one) => ({ ...one, reason: reasonLabel(one.reason) })),
  };
}

/** Marks a page's reports as handled. Those that arrived after the list was loaded stay open. */
export async function closeReports(
  ctx: StaffCtx,
  { username, until }: { username: string; until: string },
): Promise<{ closed: number }> {
  return ctx.write(async (ctx) => {
    const name = username.toWellFormed().replaceAll("\0", "");
    const closed = await updateReportsClosed(ctx.db, { username: name, until });
    if (closed > 0)
      await ctx.announce(reportsClosed, { account: INSTANCE, subject: name, payload: { count: closed } });
    return { closed };
  });
}

/** E-mails the founder and the support address about a page's first report, and then ever more of them. */
export async function notifyOfReport(
  platform: Platform,
  { subject: id }: { subject: string },
): Promise<void> {
  const report = await findReport(platform.db, id);
  if (report?.status !== "open" || !isWorthMail(report.nth)) return;
  const founder = await findFounder(platform.db);
  const known = [founder?.email, platform.settings.get(SUPPORT_ADDRESS)].filter((one) => one);
  const receivers = [...new Set(known.map((address) => String(address).toLowerCase()))];
  if (receivers.length === 0 || !(await isWithinLimit(platform))) return;
  for (const to of receivers)
    await enqueueMail(platform, { mail: reportMail, to, data: { id, to }, once: `${id} ${to}` });
}

async function isWithinLimit({ limits }: Platform): Promise<boolean> {
  return limits.count(MAILS, INSTANCE).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return false;
    },
  );
}
