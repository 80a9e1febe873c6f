import * as z from "zod";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { PATHS } from "#src/lib/paths.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import {
  type Email,
  type MailHandler,
  type MailType,
  mailHandler,
  type Unneeded,
} from "#src/platform/mail/mail-types.ts";
import { reasonLabel } from "./rules.ts";
import { findReport } from "./store.ts";

const DETAILS_CHARS_MAX = 500;
const oneReport = z.object({ id: z.string(), to: z.string() });

export const reportMail: MailType<z.output<typeof oneReport>> = {
  template: "moderation.report",
  label: "Page reported",
  data: oneReport,
};

export const moderationMails: MailHandler<Platform>[] = [mailHandler(reportMail, reportEmail)];

async function reportEmail(
  { db, instance, settings }: Platform,
  { id, to }: z.output<typeof oneReport>,
): Promise<Email | Unneeded> {
  const report = await findReport(db, id);
  if (report?.status !== "open") return { unneeded: "The report had been handled by then." };
  const { username, nth, reason, details, number } = report;
  const page = `/${cutChars(username, 60)}`;
  const label = reasonLabel(reason);
  return {
    to,
    subject: nth === 1 ? `${page} was reported` : `${page} was reported ${nth.toLocaleString("en-US")} times`,
    preview: "A visitor says that something’s wrong with it.",
    lines: [
      "A visitor says that something’s wrong with a page. Look at it, and mark its reports as handled.",
      "We won’t write about each of them: the list has them all.",
    ],
    details: [
      { label: "Page", value: page },
      { label: "Reason", value: label, isOurs: true },
      ...(details === "" ? [] : [{ label: "Details", value: cutChars(details, DETAILS_CHARS_MAX) }]),
      { label: "Number", value: number },
    ],
    action: { label: "See the reports", url: instance.publicUrl + PATHS.reports },
    footer: `You got this e-mail because you look after ${settings.get(INSTANCE_NAME)}.`,
  };
}
