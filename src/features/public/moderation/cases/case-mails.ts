import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { formatDay } from "#src/lib/event-sentences.ts";
import { isLanguage } from "#src/lib/language.ts";
import { localeFor } from "#src/lib/locale.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { caseLetterUrl, reportStatusUrl } from "../letter-links.ts";
import { findReport } from "../store.ts";
import { listSignalsOf } from "./automated-store.ts";
import { GROUND_LABELS, isRestriction, OUTCOMES, suspensionEnd } from "./case-rules.ts";
import { findCase, findCaseOwner } from "./case-store.ts";

const oneCase = z.object({ id: z.string() });
type OneCase = z.output<typeof oneCase>;

export const ownerQuestionMail: MailType<OneCase> = {
  template: "moderation.owner-question",
  label: "Question about a page",
  data: oneCase,
};
export const statementMail: MailType<OneCase> = {
  template: "moderation.statement",
  label: "Statement of reasons",
  data: oneCase,
};
/** What article 16 of the Digital Services Act asks for. Anyone can have typed the address, so it says nothing of theirs. */
export const reportReceivedMail: MailType<OneCase> = {
  template: "moderation.report-received",
  label: "Report received",
  data: oneCase,
};
/** The id is the report's. */
export const reportOutcomeMail: MailType<OneCase> = {
  template: "moderation.report-outcome",
  label: "Outcome of a report",
  data: oneCase,
};

export const caseMails: MailHandler<Platform>[] = [
  mailHandler(ownerQuestionMail, ownerQuestionEmail),
  mailHandler(statementMail, statementEmail),
  mailHandler(reportReceivedMail, reportReceivedEmail),
  mailHandler(reportOutcomeMail, reportOutcomeEmail),
];

const pageLabel = (username: string) => `/${cutChars(username, 60)}`;
const NO_REPORT = { unneeded: "The report was gone by then." };
const GONE = { unneeded: "The case or its owner was gone by then." };

async function findOwned({ db }: Platform, id: string) {
  const row = await findCase(db, id);
  const owner = row?.owner_id ? await findCaseOwner(db, row.owner_id) : undefined;
  return row && owner ? { row, owner, to: owner.email } : undefined;
}

async function ownerQuestionEmail(platform: Platform, { id }: OneCase): Promise<Email | Unneeded> {
  const found = await findOwned(platform, id);
  if (!found) return GONE;
  const { row, to } = found;
  if (row.state !== "waiting" || row.question === null)
    return { unneeded: "It had been answered or decided by then." };
  return {
    to,
    subject: `A question about your page ${pageLabel(row.username)}`,
    preview: "We’d like to hear from you before we decide.",
    lines: [
      row.reports === 0
        ? "An automatic check pointed us to your page, and we’d like to hear from you before we decide anything."
        : "Someone pointed us to your page, and we’d like to hear from you before we decide anything.",
      "You can answer without signing in.",
    ],
    details: [
      { label: "Question", value: row.question },
      { label: "Number", value: row.number },
    ],
    action: letterAction(platform, row, "Answer"),
    footer: `You got this e-mail because the page is in your account on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

/** What article 17 of the Digital Services Act asks for. */
async function statementEmail(platform: Platform, { id }: OneCase): Promise<Email | Unneeded> {
  const found = await findOwned(platform, id);
  if (!found) return GONE;
  const { row, owner, to } = found;
  const { decision, ground, facts } = row;
  const end = suspensionEnd(row);
  if (decision === null || ground === null || facts === null || !isRestriction(decision)) return GONE;
  return {
    to,
    subject: `Our decision about your page ${pageLabel(row.username)}`,
    preview: OUTCOMES[decision],
    lines: [
      (await listSignalsOf(platform.db, [row.id])).length > 0
        ? "An automatic check pointed us to your page. A person looked at it and decided, not a program."
        : "Somebody reported your page. A person looked at it and decided. Nothing about this was automated.",
      "If you think that’s wrong, you can appeal within six months, without signing in and at no cost. Someone else decides about it, if there’s someone else. You can also go to court, or to an out-of-court dispute settlement body in your country.",
    ],
    details: [
      { label: "Decision", value: OUTCOMES[decision], isOurs: true },
      ...(end === undefined ? [] : [{ label: "Until", value: formatDay(end, localeFor(owner)) }]),
      { label: "Basis", value: GROUND_LABELS[ground], isOurs: true },
      { label: "What we found", value: facts },
      { label: "Number", value: row.number },
    ],
    action: letterAction(platform, row, "Read or appeal"),
    footer: `You got this e-mail because the page is in your account on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

async function reportReceivedEmail(platform: Platform, { id }: OneCase): Promise<Email | Unneeded> {
  const report = await findReport(platform.db, id);
  if (!report?.reporter_email) return NO_REPORT;
  return {
    ...toReporter(report, report.reporter_email),
    subject: `We’ve got your report (${report.number})`,
    preview: "A person will look at the page and decide.",
    lines: [
      "Somebody reported a page to us with this e-mail address. A person will look at it and decide, and you’ll hear what came of it.",
      "If it wasn’t you, ignore this e-mail.",
    ],
    details: [{ label: "Number", value: report.number }],
    action: statusAction(platform, report.number),
    footer: `You got this e-mail because your address was left with a report on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

const toReporter = ({ language }: { language: string | null }, to: string) => ({
  to,
  ...(isLanguage(language) && { language }),
});

const statusAction = (platform: Platform, number: string) => ({
  label: "Look at it",
  url: platform.instance.publicUrl,
  makeUrl: async () => reportStatusUrl(platform, number),
});

async function reportOutcomeEmail(platform: Platform, { id }: OneCase): Promise<Email | Unneeded> {
  const report = await findReport(platform.db, id);
  const row = report?.case_id ? await findCase(platform.db, report.case_id) : undefined;
  if (!report?.reporter_email || !row?.decision) return NO_REPORT;
  return {
    ...toReporter(report, report.reporter_email),
    subject: `What became of your report about ${pageLabel(report.username)}`,
    preview: OUTCOMES[row.decision],
    lines: ["Thank you for your report. A person looked at the page."],
    details: [
      { label: "Decision", value: OUTCOMES[row.decision], isOurs: true },
      { label: "Number", value: report.number },
    ],
    action: statusAction(platform, report.number),
    footer: `You got this e-mail because you left your address with a report on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}

function letterAction(platform: Platform, row: { id: string; owner_id: string | null }, label: string) {
  return { label, url: platform.instance.publicUrl, makeUrl: async () => caseLetterUrl(platform, row) };
}
