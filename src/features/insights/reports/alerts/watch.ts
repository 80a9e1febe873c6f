import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { filterSubscribed } from "#src/features/identity/preferences/preferences.ts";
import { siteOf } from "#src/lib/referrers.ts";
import { addHours, isTimeZone } from "#src/lib/time.ts";
import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
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
import {
  findFirstView,
  hasAlertSince,
  hasHiddenLink,
  insertAlert,
  listBusyPages,
  listOrigins,
  listSpanViews,
  type Span,
  type Watched,
} from "./alerts-store.ts";

const HOUR_MS = 3_600_000;
const DAYS_PER_WEEK = 7;

/** Looks for spikes in the last full hour, and for drops in the last six. Each is told once. */
export async function watchPages(platform: Platform): Promise<void> {
  const end = new Date(Math.floor(platform.now().getTime() / HOUR_MS) * HOUR_MS);
  const spikes = await listBusyPages(platform.db, {
    from: addHours(end, -SPIKE_HOURS),
    to: end.toISOString(),
    views: SPIKE_VIEWS_MIN,
  });
  for (const page of spikes) await look(platform, page, { kind: "spike", end, hours: SPIKE_HOURS });
  // Pages that had enough visits a week ago, however few they have now. Clocks may have changed since.
  const weekAgo = new Date(end.getTime() - DAYS_PER_WEEK * 24 * HOUR_MS);
  const drops = await listBusyPages(platform.db, {
    from: addHours(weekAgo, -DROP_HOURS - 1),
    to: addHours(weekAgo, 1),
    views: DROP_USUAL_MIN,
  });
  for (const page of drops) await look(platform, page, { kind: "drop", end, hours: DROP_HOURS });
}

interface Look {
  kind: AlertKind;
  end: Date;
  hours: number;
}

async function look(platform: Platform, page: Watched, { kind, end, hours }: Look): Promise<void> {
  const { db } = platform;
  const since = new Date(platform.now().getTime() - COOL_DOWN_HOURS * HOUR_MS).toISOString();
  if (await hasAlertSince(db, { profileId: page.profileId, kind, since })) return;
  const first = await findFirstView(db, page.profileId);
  const weeks = earlierEnds(page.zone, end).filter(
    (at) => first !== undefined && addHours(at, -hours - 1) >= first,
  );
  if (weeks.length < WEEKS_NEEDED) return;
  const now = { from: addHours(end, -hours), to: end.toISOString() };
  const same = weeks.map((at) => ({ from: addHours(at, -hours), to: at.toISOString() }));
  const around = weeks.flatMap((at) =>
    NEIGHBOR_HOURS.map((shift) => ({ from: addHours(at, shift - hours), to: addHours(at, shift) })),
  );
  const [views = 0, ...samples] = await listSpanViews(db, page.profileId, [now, ...around]);
  const usual = kind === "spike" ? findSpike(views, samples) : findDrop(views, samples);
  if (usual === undefined) return;
  const cause = await findCause(platform, page, { kind, spans: [now, ...same], difference: views - usual });
  await tell(platform, page, { kind, until: now.to, hours, views, usual: Math.round(usual), cause });
}

/** The same time of the clock in the weeks before, which isn't the same number of hours ago when clocks change. */
function earlierEnds(zone: string | null, end: Date): Date[] {
  const clock = zone !== null && isTimeZone(zone) ? zone : "UTC";
  const wall = wallTime(clock, end);
  return Array.from({ length: WEEKS_COMPARED }, (_, week) =>
    momentIn(clock, addWallDays(wall, -DAYS_PER_WEEK * (week + 1))),
  );
}

async function findCause(
  { db }: Platform,
  { profileId, account, status }: Watched,
  { kind, spans, difference }: { kind: AlertKind; spans: readonly Span[]; difference: number },
): Promise<AlertCause> {
  if (kind === "drop" && status !== "active") return { kind: "page_off", name: "", share: 1 };
  const weeks = spans.length - 1;
  const keys = (await listOrigins(db, profileId, spans)).map(({ dimension, key, now, earlier }) => ({
    ...nameOf(dimension, key),
    now,
    usual: earlier / weeks,
  }));
  const cause = likelyCause(kind, merged(keys), difference);
  if (kind === "spike" || cause.kind !== "unknown") return cause;
  const from = addHours(new Date(spans[0]?.from ?? 0), -DROP_HOURS);
  return (await hasHiddenLink(db, { account, profileId, from }))
    ? { kind: "link_hidden", name: "", share: 0 }
    : cause;
}

function nameOf(dimension: string, key: string): Pick<CauseKey, "kind" | "name"> {
  if (dimension === "place") return { kind: "country", name: /^[A-Z]{2}$/.test(key) ? key : "" };
  if (dimension === "client") return { kind: "app", name: key };
  const site = siteOf(key);
  return { kind: "source", name: site.key === "" ? "" : site.label };
}

/** Hosts of the same site are one. */
function merged(keys: readonly CauseKey[]): CauseKey[] {
  const rows = new Map<string, CauseKey>();
  for (const key of keys) {
    const same = rows.get(`${key.kind} ${key.name}`);
    if (!same) rows.set(`${key.kind} ${key.name}`, { ...key });
    else {
      same.now += key.now;
      same.usual += key.usual;
    }
  }
  return [...rows.values()];
}

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
