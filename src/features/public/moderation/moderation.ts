/*
 * Visitors' reports about pages, with or without their e-mail address. All those of a page are one case until staff
 * have decided it (`cases/cases.ts`).
 */
import type * as z from "zod";
import { mailProposedBan } from "#src/features/identity/approvals/bans.ts";
import { isEmail } from "#src/lib/email-address.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import { languageIn } from "#src/lib/language.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Platform, VisitorCtx } from "#src/platform/context.ts";
import { EVERYONE, type Limit } from "#src/platform/limits.ts";
import { isUrgent, URGENT_REASONS } from "./cases/case-rules.ts";
import {
  eraseCasesOf,
  isFirstBecause,
  listCasesToConfirm,
  listOwnersToBan,
  updateReportCase,
  upsertCase,
} from "./cases/case-store.ts";
import { REPORT_ERRORS, type reportSchema } from "./contract.ts";
import { caseUrgent, pageReported } from "./events.ts";
import { reportStatusUrl } from "./letter-links.ts";
import { newNumber } from "./numbers.ts";
import { refusedReports } from "./refused-reports.ts";
import { parseReason, parseReportedPage, REPORT_DETAILS_CHARS_MAX, REPORTS_PER_DAY } from "./rules.ts";
import {
  deleteReportsOf,
  findReportedPage,
  findReportNumber,
  insertReport,
  type NewReport,
} from "./store.ts";

const FROM_ADDRESS: Limit = { name: "reports.address", attempts: 20, seconds: 60 * 60 };
const DAY_S = 24 * 60 * 60;
/** Counted per page: nobody reads more, and the first ones describe the problem. */
const ON_PAGE: Limit = {
  name: "reports.page",
  attempts: REPORTS_PER_DAY,
  seconds: DAY_S,
  isShared: true,
  sentence: "Many people have reported this page today, and we’re looking at it.",
};
const ON_INSTANCE: Limit = { name: "reports.instance", attempts: 5000, seconds: DAY_S, isShared: true };
/** For children and lives in danger. No flood of others' spam keeps these out. */
const URGENT = {
  onPage: { ...ON_PAGE, name: "reports.page-urgent" },
  onInstance: { ...ON_INSTANCE, name: "reports.instance-urgent" },
};
const NUMBER_ATTEMPTS_MAX = 5;

type ReportInput = z.output<typeof reportSchema>;

interface Receipt {
  number: string;
  status_url: string;
}

const receipt = (visit: VisitorCtx, number: string): Receipt => ({
  number,
  status_url: reportStatusUrl(visit, number),
});

export async function reportPage(visit: VisitorCtx, input: ReportInput): Promise<Receipt> {
  const fields = parseFields(input);
  const { onPage, onInstance } = isUrgent(fields.reason)
    ? URGENT
    : { onPage: ON_PAGE, onInstance: ON_INSTANCE };
  visit.limits.requireLeft(onInstance, EVERYONE);
  const counted = input.website ? undefined : fields;
  await countRefused(visit, counted, () => visit.limits.requireLeft(onPage, fields.username));
  await visit.limits.count(FROM_ADDRESS, visit.request.address);
  // Programs that fill in the honeypot learn nothing from the response.
  if (input.website) return receipt(visit, newNumber());
  await countRefused(visit, fields, () => visit.limits.count(onPage, fields.username));
  await visit.limits.count(onInstance, EVERYONE);
  const id = input.id?.toLowerCase() ?? visit.newId();
  const page = await findReportedPage(visit.db, fields.username);
  const report = {
    ...fields,
    id,
    profile_id: page?.id ?? null,
    language: languageIn(visit.request.acceptLanguage),
    created_at: visit.now().toISOString(),
  };
  for (let attempt = 1; attempt <= NUMBER_ATTEMPTS_MAX; attempt++) {
    const number = newNumber();
    if (await addReport(visit, { ...report, number }, page?.owner_id ?? null)) return receipt(visit, number);
    const sent = await findReportNumber(visit.db, id);
    if (sent !== undefined) return receipt(visit, sent);
  }
  throw new Error("No number was free for a report.");
}

async function countRefused(
  visit: VisitorCtx,
  report: Pick<NewReport, "username" | "reason"> | undefined,
  limit: () => unknown,
): Promise<void> {
  try {
    await limit();
  } catch (error) {
    if (report && error instanceof Failure) refusedReports(visit).note(report);
    throw error;
  }
}

/** Stores the report, in its page's case, and its announcement. False if its number or id is taken. */
function addReport(
  visit: VisitorCtx,
  report: NewReport & { id: string; profile_id: string | null },
  owner_id: string | null,
) {
  return visit.write(async (ctx) => {
    if (!(await insertReport(ctx.db, report))) return false;
    const { id, profile_id, username, created_at, reason } = report;
    const is_urgent = isUrgent(reason);
    const number = newNumber("C");
    const opened = { id: ctx.newId(), number, username, profile_id, owner_id, is_urgent, created_at };
    const found = await upsertCase(ctx.db, opened);
    await updateReportCase(ctx.db, id, found.id);
    await ctx.announce(pageReported, { account: INSTANCE, subject: id, payload: { profile_id } });
    const of = { id, case_id: found.id };
    if (is_urgent && (await isFirstBecause(ctx.db, of, URGENT_REASONS)))
      await ctx.announce(caseUrgent, {
        account: INSTANCE,
        subject: found.id,
        payload: { number: found.number },
      });
    return true;
  });
}

/** Deletes what visitors wrote about a purged profile, and their addresses. Its cases stay, without saying whose. */
export async function purgeReports(platform: Platform, { subject }: { subject: string }): Promise<void> {
  await platform.write(async (ctx) => {
    await deleteReportsOf(ctx.db, [subject]);
    const toBan = await listOwnersToBan(ctx.db, subject);
    await eraseCasesOf(ctx.db, subject);
    // Without its case, no statement of reasons tells the owner of a ban that waits to be confirmed.
    for (const owner of toBan)
      if ((await listCasesToConfirm(ctx.db, owner)).length === 0) await mailProposedBan(ctx, owner);
  });
}

function parseFields(
  input: ReportInput,
): Pick<NewReport, "username" | "reason" | "details" | "reporter_email"> {
  const username = parseReportedPage(input.username);
  if (isBlank(username)) throw failure(REPORT_ERRORS, "PAGE_MISSING");
  const reason = parseReason(input.reason.trim());
  if (!reason) throw failure(REPORT_ERRORS, "REASON_MISSING");
  const details = cleanText(input.details ?? "", REPORT_DETAILS_CHARS_MAX);
  if (reason === "other" && isBlank(details)) throw failure(REPORT_ERRORS, "DETAILS_MISSING");
  const email = input.email?.trim().toLowerCase() ?? "";
  if (email !== "" && !isEmail(email)) throw failure(REPORT_ERRORS, "EMAIL_INVALID");
  return { username, reason, details, reporter_email: email === "" ? null : email };
}
