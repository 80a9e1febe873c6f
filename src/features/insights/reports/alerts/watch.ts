import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import type { GrainSpan } from "#src/features/insights/analytics/grain-plan.ts";
import { listBuckets, listFirstMoments, listKeys } from "#src/features/insights/analytics/rollup-sums.ts";
import { addDays, addHours, HOUR_MS, isTimeZone } from "#src/lib/time.ts";
import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { compareKeys } from "../compared-keys.ts";
import { trafficAlerted } from "../events.ts";
import { alertMail } from "./alert-mail.ts";
import {
  type AlertCause,
  type AlertKind,
  type CauseKey,
  COOL_DOWN_HOURS,
  DROP_HOURS,
  DROP_USUAL_MIN,
  findDrop,
  findSpike,
  likelyCause,
  NEIGHBOR_HOURS,
  SPIKE_HOURS,
  SPIKE_VIEWS_MIN,
  WEEKS_COMPARED,
  WEEKS_NEEDED,
} from "./alert-rules.ts";
import { hasHiddenLink, insertAlert, listBusyPages, type Watched } from "./alerts-store.ts";

const DAYS_PER_WEEK = 7;

/** Looks for spikes in the last full hour, and for drops in the last six. Each is told once. */
export async function watchPages(platform: Platform): Promise<void> {
  const end = new Date(Math.floor(platform.now().getTime() / HOUR_MS) * HOUR_MS);
  const since = addHours(platform.now(), -COOL_DOWN_HOURS);
  const spikes = await listBusyPages(platform.db, {
    kind: "spike",
    from: addHours(end, -SPIKE_HOURS),
    to: end.toISOString(),
    views: SPIKE_VIEWS_MIN,
    since,
  });
  await look(platform, spikes, { kind: "spike", end, hours: SPIKE_HOURS });
  // Pages that had enough visits a week ago, however few they have now. Clocks may have changed since.
  const weekAgo = new Date(addDays(end, -DAYS_PER_WEEK));
  const drops = await listBusyPages(platform.db, {
    kind: "drop",
    from: addHours(weekAgo, -DROP_HOURS - 1),
    to: addHours(weekAgo, 1),
    views: DROP_USUAL_MIN,
    since,
  });
  await look(platform, drops, { kind: "drop", end, hours: DROP_HOURS });
}

interface Look {
  kind: AlertKind;
  end: Date;
  hours: number;
}

/** Compares pages with the weeks before, all of a time zone at once. */
async function look(platform: Platform, pages: readonly Watched[], looking: Look): Promise<void> {
  const { end, hours } = looking;
  const ids = pages.map(({ profileId }) => profileId);
  const firsts = await listFirstMoments(platform.db, ids);
  for (const [zone, own] of Map.groupBy(pages, (page) => page.zone)) {
    const weeks = earlierEnds(zone, end);
    const spans = [
      spanTo(end.getTime(), hours),
      ...weeks.flatMap((at) => NEIGHBOR_HOURS.map((shift) => spanTo(at + shift * HOUR_MS, hours))),
    ].map((span, bucket) => ({ ...span, bucket }));
    const rows = await listBuckets(platform.db, { profileIds: own.map(({ profileId }) => profileId) }, spans);
    const rowsOfPage = Map.groupBy(rows, ({ profile_id }) => profile_id);
    for (const page of own) {
      const first = Date.parse(firsts.get(page.profileId) ?? "");
      const since = weeks.filter((at) => at - (hours + 1) * HOUR_MS >= first);
      const counts = new Array<number>(spans.length).fill(0);
      for (const { bucket, views } of rowsOfPage.get(page.profileId) ?? []) counts[bucket] = views;
      await judge(platform, page, { ...looking, weeks: since, counts });
    }
  }
}

const spanTo = (to: number, hours: number): GrainSpan => ({
  grain: "quarter",
  from: to - hours * HOUR_MS,
  to,
  sign: 1,
});

interface Counted extends Look {
  /** The ends of the weeks that it's compared with, the latest first. */
  weeks: readonly number[];
  /** Views now, and around the same time of each week. */
  counts: readonly number[];
}

async function judge(
  platform: Platform,
  page: Watched,
  { kind, end, hours, weeks, counts }: Counted,
): Promise<void> {
  if (weeks.length < WEEKS_NEEDED) return;
  const [views = 0, ...around] = counts;
  const samples = around.slice(0, weeks.length * NEIGHBOR_HOURS.length);
  const usual = kind === "spike" ? findSpike(views, samples) : findDrop(views, samples);
  if (usual === undefined) return;
  const spans = [end.getTime(), ...weeks].map((at) => spanTo(at, hours));
  const cause = await findCause(platform, page, { kind, spans, difference: views - usual });
  await tell(platform, page, {
    kind,
    until: end.toISOString(),
    hours,
    views,
    usual: Math.round(usual),
    cause,
  });
}

/** The same time of the clock in the weeks before, which isn't the same number of hours ago when clocks change. */
function earlierEnds(zone: string | null, end: Date): number[] {
  const clock = zone !== null && isTimeZone(zone) ? zone : "UTC";
  const wall = wallTime(clock, end);
  return Array.from({ length: WEEKS_COMPARED }, (_, week) =>
    momentIn(clock, addWallDays(wall, -DAYS_PER_WEEK * (week + 1))).getTime(),
  );
}

async function findCause(
  { db }: Platform,
  { profileId, account, status }: Watched,
  { kind, spans, difference }: { kind: AlertKind; spans: readonly GrainSpan[]; difference: number },
): Promise<AlertCause> {
  if (kind === "drop" && status !== "active") return { kind: "page_off", name: "", share: 1 };
  const [now, ...weeks] = spans.map((span) => ORIGINS.map((dimension) => ({ dimension, ...span })));
  const [current, earlier] = await Promise.all(
    [now ?? [], weeks.flat()].map((part) => listKeys(db, { profileIds: [profileId] }, part)),
  );
  const keys = compareKeys(current ?? [], earlier ?? []).flatMap(({ kind, name, now, before }): CauseKey[] =>
    kind === "link" ? [] : [{ kind, name, now, usual: before / weeks.length }],
  );
  const cause = likelyCause(kind, keys, difference);
  if (kind === "spike" || cause.kind !== "unknown") return cause;
  const from = addHours(new Date(spans[0]?.from ?? 0), -DROP_HOURS);
  return (await hasHiddenLink(db, { account, profileId, from }))
    ? { kind: "link_hidden", name: "", share: 0 }
    : cause;
}

const ORIGINS = ["place", "client", "referrer"];

interface Found {
  kind: AlertKind;
  until: string;
  hours: number;
  views: number;
  usual: number;
  cause: AlertCause;
}

/** Stores the alert with what it leads to. A second run finds it there and does nothing. */
async function tell(platform: Platform, { profileId, account }: Watched, found: Found): Promise<void> {
  const id = derivedId(profileId, found.kind, found.until);
  const { kind, hours, views, usual, cause } = found;
  await systemCtx(platform, { job: "reports.watch", account }).write(async (ctx) => {
    const created_at = ctx.now().toISOString();
    if (!(await insertAlert(ctx.db, { user_id: account, id, profile_id: profileId, ...found, created_at })))
      return;
    await ctx.announce(trafficAlerted, {
      subject: id,
      payload: {
        profile_id: profileId,
        why: kind,
        from: usual,
        to: views,
        left: hours,
        cause: cause.kind === "unknown" ? "" : `${cause.kind} ${cause.name}`.trim(),
      },
    });
    const [owner] = await filterSubscribed(ctx, [account], { topic: "visits", channel: "email" });
    const to = owner === undefined ? undefined : (await findPerson(ctx.db, owner))?.email;
    if (to !== undefined)
      await enqueueMail(ctx, { mail: alertMail, to, account, data: { account, id }, once: id });
  });
}
