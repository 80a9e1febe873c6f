/* E-mails about reports: to staff, and to whoever left their address. */
import { rolesInCharge } from "#src/features/identity/team/rules.ts";
import { SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import { Failure } from "#src/lib/errors.ts";
import { INSTANCE } from "#src/lib/event.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { reportReceivedMail } from "./cases/case-mails.ts";
import { isUrgent, URGENT_REASONS } from "./cases/case-rules.ts";
import { findCase, isFirstBecause } from "./cases/case-store.ts";
import { reportMail } from "./mails.ts";
import { isWorthMail, REPORT_MAILS_PER_HOUR } from "./rules.ts";
import { findReport, listStaffAddresses } from "./store.ts";

const MAILS: Limit = { name: "reports.mail", attempts: REPORT_MAILS_PER_HOUR, seconds: 3600 };
/** Anyone can type anyone's address, so it gets no more than this. */
const CONFIRMED: Limit = { name: "reports.confirmation", attempts: 5, seconds: 24 * 60 * 60 };

/**
 * E-mails the staff in charge and the support address about a page's first report, the first that says that somebody
 * is in danger, and then ever more of them.
 */
export async function notifyOfReport(
  platform: Platform,
  { subject: id }: { subject: string },
): Promise<void> {
  const report = await findReport(platform.db, id);
  const row = report?.case_id ? await findCase(platform.db, report.case_id) : undefined;
  if (!report || !row || row.state === "closed") return;
  if (!isWorthMail(report.nth) && !(await isFirstUrgent(platform, { ...report, case_id: row.id }))) return;
  const staff = await listStaffAddresses(platform.db, rolesInCharge("moderation"));
  const known = [...staff, platform.settings.get(SUPPORT_ADDRESS)].filter((one) => one);
  const receivers = [...new Set(known.map((address) => String(address).toLowerCase()))];
  if (receivers.length === 0) return;
  // There are few of those, and each may matter.
  if (!isUrgent(report.reason) && !(await isWithin(platform, MAILS, INSTANCE))) return;
  for (const to of receivers)
    await enqueueMail(platform, { mail: reportMail, to, data: { id, to }, once: `${id} ${to}` });
}

/** E-mails the number and the link of a new report to whoever left their address with it. */
export async function confirmReport(platform: Platform, { subject: id }: { subject: string }): Promise<void> {
  const to = (await findReport(platform.db, id))?.reporter_email;
  if (!to || !(await isWithin(platform, CONFIRMED, to))) return;
  await enqueueMail(platform, { mail: reportReceivedMail, to, data: { id }, once: `${id} received` });
}

async function isWithin({ limits }: Platform, limit: Limit, who: string): Promise<boolean> {
  return limits.count(limit, who).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      return false;
    },
  );
}

function isFirstUrgent(
  { db }: Platform,
  report: { id: string; case_id: string; reason: string },
): Promise<boolean> {
  return isUrgent(report.reason) ? isFirstBecause(db, report, URGENT_REASONS) : Promise.resolve(false);
}
