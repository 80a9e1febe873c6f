import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { isLanguage } from "#src/lib/language.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { appealMails } from "./cases/appeal-mails.ts";
import { caseMails } from "./cases/case-mails.ts";
import { isUrgent } from "./cases/case-rules.ts";
import { findCase } from "./cases/case-store.ts";
import { reportStatusUrl } from "./letter-links.ts";
import { reasonLabel } from "./rules.ts";
import { findReport } from "./store.ts";

const DETAILS_CHARS_MAX = 500;
const oneReport = z.object({ id: z.string(), to: z.string() });

export const reportMail: MailType<z.output<typeof oneReport>> = {
  template: "moderation.report",
  label: "Page reported",
  data: oneReport,
};

const ofReport = z.object({ id: z.string() });

/** What article 16 of the Digital Services Act asks for. Anyone can have typed the address, so it says nothing of theirs. */
export const reportReceivedMail: MailType<z.output<typeof ofReport>> = {
  template: "moderation.report-received",
  label: "Report received",
  data: ofReport,
};

export const moderationMails: MailHandler<Platform>[] = [
  mailHandler(reportMail, reportEmail),
  mailHandler(reportReceivedMail, reportReceivedEmail),
  ...caseMails,
  ...appealMails,
];

async function reportEmail(
  { db, instance, settings }: Platform,
  { id, to }: z.output<typeof oneReport>,
): Promise<Email | Unneeded> {
  const report = await findReport(db, id);
  const row = report?.case_id ? await findCase(db, report.case_id) : undefined;
  if (!report || !row || row.state === "closed") return { unneeded: "The report had been handled by then." };
  const { username, nth, reason, details, number } = report;
  const page = `/${cutChars(username, 60)}`;
  const label = reasonLabel(reason);
  return {
    to,
    subject: subjectOf(page, nth, isUrgent(reason)),
    preview: "A visitor says that something’s wrong with it.",
    lines: [
      "A visitor says that something’s wrong with a page. Look at it, and decide.",
      "We won’t write about each report: the case has them all.",
    ],
    details: [
      { label: "Page", value: page },
      { label: "Reason", value: label, isOurs: true },
      ...(details === "" ? [] : [{ label: "Details", value: cutChars(details, DETAILS_CHARS_MAX) }]),
      { label: "Number", value: number },
    ],
    action: { label: "Open the case", url: `${instance.publicUrl}${STAFF_PATHS.moderation}?case=${row.id}` },
    footer: `You got this e-mail because you look after ${settings.get(INSTANCE_NAME)}.`,
  };
}

function subjectOf(page: string, nth: number, urgent: boolean): string {
  if (urgent) return `Urgent: somebody on ${page} may be in danger`;
  return nth === 1 ? `${page} was reported` : `${page} was reported ${nth.toLocaleString("en-US")} times`;
}

async function reportReceivedEmail(
  platform: Platform,
  { id }: z.output<typeof ofReport>,
): Promise<Email | Unneeded> {
  const report = await findReport(platform.db, id);
  if (!report?.reporter_email) return { unneeded: "The report was gone by then." };
  return {
    to: report.reporter_email,
    ...(isLanguage(report.language) && { language: report.language }),
    subject: `We’ve got your report (${report.number})`,
    preview: "A person will look at the page and decide.",
    lines: [
      "Somebody reported a page to us with this e-mail address. A person will look at it and decide, and you’ll hear what came of it.",
      "If it wasn’t you, ignore this e-mail.",
    ],
    details: [{ label: "Number", value: report.number }],
    action: {
      label: "Look at it",
      url: platform.instance.publicUrl,
      makeUrl: async () => reportStatusUrl(platform, report.number),
    },
    footer: `You got this e-mail because your address was left with a report on ${platform.settings.get(INSTANCE_NAME)}.`,
  };
}
