import type { Platform } from "#src/platform/context.ts";
import { type MailHandler, mailHandler } from "#src/platform/mail/mail-types.ts";
import { alertEmail, alertMail } from "./alerts/alerts.ts";
import { reportEmail, reportMail } from "./report-mail.ts";

export const reportMails: MailHandler<Platform>[] = [
  mailHandler(reportMail, reportEmail),
  mailHandler(alertMail, alertEmail),
];
