/* Reports of receivers about who sends in the account's name (DMARC, RFC 7489 §7.2). */
import { randomUUID } from "node:crypto";
import type { MailedReports } from "#src/features/email/inbound/inbound.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { failure } from "#src/lib/errors.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { sendersOf, zoneOf } from "../checks/checks.ts";
import { isFreeDomain } from "../checks/provider-rules.ts";
import { dmarcReportImported } from "../events.ts";
import { listSenderAccounts } from "../store.ts";
import { readReports } from "./report-files.ts";
import { type ParsedReport, type ReportedSource, UnreadableReport } from "./report-parser.ts";
import { insertReport, listReportDays, listSources } from "./report-store.ts";
import { DMARC_REPORT_ERRORS, type DmarcReports } from "./reports-contract.ts";

const IMPORTS: Limit = {
  name: "deliverability.dmarc-reports",
  attempts: 300,
  seconds: 3600,
  sentence: "That’s a lot of reports.",
};
const SHOWN_DAYS = 30;
const SOURCES_SHOWN_MAX = 200;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, "2026-01-01".length);

export async function importReport(ctx: Ctx, { file }: { file: File }) {
  requireWholeAccount(ctx);
  await ctx.limits.count(IMPORTS, ctx.account);
  const reports = await parsed(new Uint8Array(await file.arrayBuffer()));
  const own = await ownDomains(ctx);
  if (reports.some(({ domain }) => !own.has(domain)))
    throw failure(DMARC_REPORT_ERRORS, "DMARC_REPORT_FOREIGN");
  return storeReports(ctx, reports, { own, isMailed: false });
}

const MAILED: Limit = { ...IMPORTS, name: "deliverability.mailed-reports", attempts: 1000 };

/**
 * Takes the reports that came to a sending account's inbox. Anyone can write to it, so it takes what an upload would
 * take, and leaves out what's about others' domains.
 */
export async function readMailedReports(
  platform: Platform,
  { account, mailbox_id, files }: MailedReports,
): Promise<boolean> {
  const ctx = systemCtx(platform, { job: "inbound.poll", account });
  const own = await ownDomains(ctx);
  const found: ParsedReport[] = [];
  for (const file of files)
    try {
      found.push(...(await readReports(file)));
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error;
      ctx.log.info({ mailbox_id, problem: error.problem }, "a DMARC report in an inbox couldn't be read");
    }
  const reports = found.filter(({ domain }) => own.has(domain));
  if (reports.length === 0) return false;
  await ctx.limits.count(MAILED, account);
  await storeReports(ctx, reports, { own, isMailed: true });
  return true;
}

interface Storing {
  own: ReadonlyMap<string, string>;
  isMailed: boolean;
}

function storeReports(ctx: Ctx, reports: readonly ParsedReport[], { own, isMailed }: Storing) {
  return ctx.write(async (ctx) => {
    let [imported, messages] = [0, 0];
    for (const report of reports) {
      if (!(await storeReport(ctx, report))) continue;
      imported++;
      for (const source of report.sources.values()) messages += source.messages;
      await ctx.announce(dmarcReportImported, {
        subject: own.get(report.domain) ?? "",
        payload: { host: report.domain, ...(isMailed && { is_mailed: true }) },
      });
    }
    return { imported, known: reports.length - imported, messages };
  });
}

async function parsed(bytes: Uint8Array): Promise<ParsedReport[]> {
  try {
    return await readReports(bytes);
  } catch (error) {
    if (error instanceof UnreadableReport)
      throw failure(DMARC_REPORT_ERRORS, `DMARC_REPORT_${error.problem}`);
    throw error;
  }
}

/** The domains that the account sends from, and those above them, each with one of its sending accounts. */
async function ownDomains(ctx: Ctx): Promise<Map<string, string>> {
  const own = new Map<string, string>();
  for (const { domain, accounts } of sendersOf(await listSenderAccounts(ctx.db, ctx.account))) {
    if (isFreeDomain(domain)) continue;
    for (const name of [zoneOf(domain), domain]) own.set(name, accounts[0]?.id ?? "");
  }
  return own;
}

function storeReport(ctx: Ctx, report: ParsedReport): Promise<boolean> {
  const { org, report_id, domain: host, begin, end, selectors } = report;
  const id = randomUUID();
  const sources = [...report.sources].map(([source_ip, figures]: [string, ReportedSource]) => ({
    user_id: ctx.account,
    report_id: id,
    source_ip,
    ...figures,
  }));
  const day = dayOf((begin + end) / 2);
  const created_at = ctx.now().toISOString();
  return insertReport(
    ctx.db,
    { user_id: ctx.account, id, host, org, external_id: report_id, day, selectors, created_at },
    sources,
  );
}

export async function getReports(ctx: Ctx): Promise<DmarcReports> {
  requireWholeAccount(ctx);
  const now = ctx.now().getTime();
  const since = { account: ctx.account, day: dayOf(now - (SHOWN_DAYS - 1) * DAY_MS) };
  const [days, sources] = await Promise.all([
    listReportDays(ctx.db, since),
    listSources(ctx.db, since, SOURCES_SHOWN_MAX),
  ]);
  const found = new Map(days.map((row) => [row.day, row]));
  const sum = (name: "reports" | "messages" | "aligned") => days.reduce((total, row) => total + row[name], 0);
  return {
    reports: sum("reports"),
    messages: sum("messages"),
    aligned: sum("aligned"),
    sources,
    series: Array.from({ length: SHOWN_DAYS }, (_, index) => {
      const day = dayOf(now - (SHOWN_DAYS - 1 - index) * DAY_MS);
      const { messages = 0, aligned = 0 } = found.get(day) ?? {};
      return { day, aligned, failed: messages - aligned };
    }),
  };
}

export { listSelectors } from "./report-store.ts";
