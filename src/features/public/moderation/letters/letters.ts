/* What a page's owner and a reporter see and do by their links, without signing in. */
import { failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { VisitorCtx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { ANSWER_CHARS_MAX, canAppeal } from "../cases/case-rules.ts";
import { type CaseRow, findCase, lockCase, updateCase } from "../cases/case-store.ts";
import { caseAppealed, ownerAnswered } from "../events.ts";
import { parseCaseLetter, parseReportStatus, reportStatusUrl } from "../letter-links.ts";
import { parseNumber } from "../rules.ts";
import { findReportByNumber, type ReportRow } from "../store.ts";
import { LETTER_ERRORS } from "./letter-errors.ts";

/** Counted per network: links can't be guessed, and shouldn't be tried either. */
const OPENED: Limit = { name: "moderation.letter", attempts: 60, seconds: 60 * 60 };
const SENT: Limit = { name: "moderation.letter-sent", attempts: 10, seconds: 60 * 60 };

/** Counted per network, and per number from everywhere. */
const LOOKED_UP: Limit = { name: "moderation.look-up", attempts: 10, seconds: 60 * 60 };
const LOOKED_UP_NUMBER: Limit = { name: "moderation.look-up-number", attempts: 20, seconds: 24 * 60 * 60 };

/** Undefined for links that we didn't make, that expired, or whose case is another owner's by now. */
export async function findLetter(visit: VisitorCtx, token: string): Promise<CaseRow | undefined> {
  await visit.limits.count(OPENED, visit.request.address);
  const known = parseCaseLetter(visit, token);
  const row = known && (await findCase(visit.db, known.id));
  return row?.owner_id === known?.owner_id ? row : undefined;
}

/** Returns the report, and its case once there's one. */
export async function findReportStatus(
  visit: VisitorCtx,
  token: string,
): Promise<{ report: ReportRow; row: CaseRow | undefined } | undefined> {
  await visit.limits.count(OPENED, visit.request.address);
  const number = parseReportStatus(visit, token);
  const report = number === undefined ? undefined : await findReportByNumber(visit.db, number);
  return report && { report, row: report.case_id ? await findCase(visit.db, report.case_id) : undefined };
}

/**
 * Returns the link to follow a report by its number and the address it was sent with. Whoever tries hears the same for any
 * wrong pair.
 */
export async function findReportLink(
  visit: VisitorCtx,
  { number, email }: { number: string; email: string },
): Promise<string> {
  await visit.limits.count(LOOKED_UP, visit.request.address);
  const typed = parseNumber(number);
  if (typed === undefined) throw failure(LETTER_ERRORS, "REPORT_NOT_FOUND");
  await visit.limits.count(LOOKED_UP_NUMBER, typed);
  const report = await findReportByNumber(visit.db, typed);
  if (!report?.reporter_email || report.reporter_email !== email.trim().toLowerCase())
    throw failure(LETTER_ERRORS, "REPORT_NOT_FOUND");
  return reportStatusUrl(visit, report.number);
}

/** Once per decision, within the time that the link works. */
export async function appealDecision(visit: VisitorCtx, token: string, text: string): Promise<void> {
  await visit.limits.count(SENT, visit.request.address);
  const letter = await findLetter(visit, token);
  if (!letter) throw failure(LETTER_ERRORS, "LETTER_NOT_FOUND");
  const appeal = cleanText(text, ANSWER_CHARS_MAX);
  if (isBlank(appeal)) throw failure(LETTER_ERRORS, "ANSWER_MISSING");
  await visit.write(async (ctx) => {
    const row = await lockCase(ctx.db, letter.id);
    if (!row || !canAppeal(row) || row.owner_id === null) return;
    await updateCase(ctx.db, row.id, { appeal, appealed_at: ctx.now().toISOString(), state: "appealed" });
    const { owner_id: account, profile_id } = row;
    await ctx.announce(caseAppealed, { account, subject: row.id, payload: { profile_id } });
  });
}

/** The case goes back to whoever asked. Answering twice changes nothing. */
export async function answerQuestion(visit: VisitorCtx, token: string, text: string): Promise<void> {
  await visit.limits.count(SENT, visit.request.address);
  const letter = await findLetter(visit, token);
  if (!letter) throw failure(LETTER_ERRORS, "LETTER_NOT_FOUND");
  const answer = cleanText(text, ANSWER_CHARS_MAX);
  if (isBlank(answer)) throw failure(LETTER_ERRORS, "ANSWER_MISSING");
  await visit.write(async (ctx) => {
    const row = await lockCase(ctx.db, letter.id);
    if (row?.state !== "waiting" || row.owner_id === null) return;
    await updateCase(ctx.db, row.id, { answer, answered_at: ctx.now().toISOString(), state: "open" });
    const { owner_id: account, profile_id } = row;
    await ctx.announce(ownerAnswered, { account, subject: row.id, payload: { profile_id } });
  });
}
