/*
 * What analytics tells by itself: reports by e-mail (this file), notes beside the figures (`notes/`), alerts about
 * spikes and drops (`alerts/`), goals (`goals/`), and links to chosen figures (`shares/`). `analytics` answers what's asked for on its screen; what
 * happens to a page's figures is `clicks`'.
 */
import type * as z from "zod";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { findLocale, findPerson } from "#src/features/identity/accounts/person/person.ts";
import { ANALYTICS_ERRORS } from "#src/features/insights/analytics/contract.ts";
import { listProfileNames } from "#src/features/pages/profiles/profiles.ts";
import { failure } from "#src/lib/errors.ts";
import { isTimeZone } from "#src/lib/time.ts";
import { momentIn, wallTime } from "#src/lib/time-zones.ts";
import { type Ctx, canAccessProfile, type Platform } from "#src/platform/context.ts";
import { translatorFor } from "#src/platform/languages.ts";
import type { Limit } from "#src/platform/limits.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { REPORT_ERRORS, type ReportSettings, type reportsContract } from "./contract.ts";
import { reportsChanged } from "./events.ts";
import { reportMail, writeReport } from "./report-mail.ts";
import { lastDueDay, nextDueDay, REPORT_TIME, type Recurring } from "./report-rules.ts";
import {
  deleteOfProfile,
  findSubscription,
  listSubscribers,
  type Subscriber,
  updateLastDay,
  upsertSubscription,
} from "./report-store.ts";

type Input<Name extends keyof typeof reportsContract> = z.output<
  NonNullable<(typeof reportsContract)[Name]["~orpc"]["inputSchema"]>
>;

const SENT_NOW: Limit = { name: "reports.send", attempts: 10, seconds: 3600 };

const keyOf = (ctx: Ctx) => ({ person: requirePerson(ctx).id, account: ctx.account });

/** The clock that somebody's reports follow: their own, else their browser's. */
async function zoneFor(ctx: Ctx, device: string): Promise<{ zone: string; email: string }> {
  const person = await findPerson(ctx.db, requirePerson(ctx).id);
  const zone = person?.time_zone ?? device;
  if (!isTimeZone(zone)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
  return { zone, email: person?.email ?? "" };
}

export async function getReportSettings(ctx: Ctx, input: Input<"settings">): Promise<ReportSettings> {
  const row = await findSubscription(ctx.db, keyOf(ctx));
  const device = [row?.zone, input.zone].find((zone) => zone !== undefined && isTimeZone(zone)) ?? "UTC";
  const { zone, email } = await zoneFor(ctx, device);
  const cadence = row?.cadence ?? "off";
  if (!row || cadence === "off") return { cadence, zone, email, next_at: null };
  const due = nextDueDay(cadence, lastDueDay(cadence, wallTime(zone, ctx.now())));
  return { cadence, zone, email, next_at: momentIn(zone, `${due}T${REPORT_TIME}`).toISOString() };
}

export async function saveReportSettings(ctx: Ctx, input: Input<"saveSettings">): Promise<ReportSettings> {
  const { cadence, zone: device } = input;
  if (!isTimeZone(device)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
  const key = keyOf(ctx);
  const { zone } = await zoneFor(ctx, device);
  // What's due until now isn't sent afterwards.
  const last_day = lastDueDay(cadence === "off" ? "weekly" : cadence, wallTime(zone, ctx.now()));
  await ctx.write(async (ctx) => {
    const before = await findSubscription(ctx.db, key);
    const isSame = (before?.cadence ?? "off") === cadence;
    if (isSame && (!before || before.zone === device)) return;
    await upsertSubscription(ctx.db, {
      ...key,
      cadence,
      zone: device,
      last_day: isSame && before ? before.last_day : last_day,
    });
    if (isSame) return;
    await ctx.announce(reportsChanged, { subject: key.person, payload: { cadence } });
  });
  return getReportSettings(ctx, { zone: device });
}

/** Sends the last report that was due once more, or for the first time, and returns what it says. */
export async function sendReportNow(ctx: Ctx, { cadence, zone: device }: Input<"sendNow">) {
  const { person, account } = keyOf(ctx);
  const { zone, email } = await zoneFor(ctx, device);
  await ctx.limits.count(SENT_NOW, person);
  const due = lastDueDay(cadence, wallTime(zone, ctx.now()));
  const pages = (await listProfileNames(ctx.db, account)).filter(({ id }) => canAccessProfile(ctx, id));
  const reader = {
    say: await translatorFor(ctx.request?.language ?? "en"),
    locale: await findLocale(ctx),
  };
  const profileIds = pages.map(({ id }) => id);
  const written = await writeReport(ctx, { cadence, due, zone, profileIds }, reader);
  if (!written) throw failure(REPORT_ERRORS, "NOTHING_TO_REPORT");
  await enqueueMail(ctx, {
    mail: reportMail,
    to: email,
    account,
    data: { person, account, cadence, due, zone, is_asked: true },
  });
  const { subject, lines, details } = written;
  return { email, subject, lines, details: details.map(({ label, value }) => ({ label, value })) };
}

const SUBSCRIBERS_READ = 500;
/** The clock that's ahead of all others: whoever has a report due has it by this one. */
const FIRST_ZONE = "Pacific/Kiritimati";

/** Queues the reports that have become due. Several nodes, and a run that was killed, queue each one once. */
export async function sendDueReports(platform: Platform): Promise<void> {
  let after = { person: "", account: "" };
  const wall = wallTime(FIRST_ZONE, platform.now());
  const due = { weekly: lastDueDay("weekly", wall), monthly: lastDueDay("monthly", wall) };
  for (;;) {
    const some = await listSubscribers(platform.db, { after, due, rows: SUBSCRIBERS_READ });
    for (const one of some) await sendIfDue(platform, one);
    const last = some.at(-1);
    if (!last || some.length < SUBSCRIBERS_READ) return;
    after = last;
  }
}

async function sendIfDue(
  platform: Platform,
  { person, account, email, cadence, zone, last_day }: Subscriber,
): Promise<void> {
  const clock = isTimeZone(zone) ? zone : "UTC";
  const due = lastDueDay(cadence, wallTime(clock, platform.now()));
  if (due <= last_day) return;
  const key = { person, account };
  await platform.write(async (ctx) => {
    // The day moves in the transaction that queues the e-mail, so neither happens without the other.
    if (!(await updateLastDay(ctx.db, { ...key, from: last_day, to: due }))) return;
    await enqueueMail(ctx, {
      mail: reportMail,
      to: email,
      account,
      data: { ...key, cadence: cadence satisfies Recurring, due, zone: clock },
      once: `${person} ${account} ${cadence} ${due}`,
    });
  });
}

/** Deletes what there was about a page. */
export async function forgetProfile({ db }: Platform, { subject }: { subject: string }): Promise<void> {
  await deleteOfProfile(db, subject);
}
