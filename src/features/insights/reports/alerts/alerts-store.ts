import { and, desc, eq, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { alertSettings, trafficAlerts } from "../tables.ts";
import { ALERTS_LISTED_MAX, type AlertKind } from "./alert-rules.ts";

export type AlertRow = typeof trafficAlerts.$inferSelect;

export async function findAlertSwitch(db: Db, account: string): Promise<boolean> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.user_id, account));
  return row?.is_on ?? true;
}

export async function upsertAlertSwitch(db: Db, account: string, is_on: boolean): Promise<void> {
  await db
    .insert(alertSettings)
    .values({ user_id: account, is_on })
    .onConflictDoUpdate({ target: alertSettings.user_id, set: { is_on } });
}

export function listAlertRows(db: Db, account: string): Promise<{ alert: AlertRow; name: string }[]> {
  return db
    .select({ alert: trafficAlerts, name: clientProfiles.name })
    .from(trafficAlerts)
    .innerJoin(clientProfiles, eq(clientProfiles.id, trafficAlerts.profile_id))
    .where(eq(trafficAlerts.user_id, account))
    .orderBy(desc(trafficAlerts.created_at), desc(trafficAlerts.id))
    .limit(ALERTS_LISTED_MAX);
}

export async function findAlert(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<{ alert: AlertRow; name: string } | undefined> {
  const [row] = await db
    .select({ alert: trafficAlerts, name: clientProfiles.name })
    .from(trafficAlerts)
    .innerJoin(clientProfiles, eq(clientProfiles.id, trafficAlerts.profile_id))
    .where(and(eq(trafficAlerts.user_id, account), eq(trafficAlerts.id, id)));
  return row;
}

/** False if it’s there already. */
export async function insertAlert(db: Db, row: AlertRow): Promise<boolean> {
  const rows = await db
    .insert(trafficAlerts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: trafficAlerts.id });
  return rows.length > 0;
}

export async function hasAlertSince(
  db: Db,
  { profileId, kind, since }: { profileId: string; kind: AlertKind; since: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: trafficAlerts.id })
    .from(trafficAlerts)
    .where(
      and(
        eq(trafficAlerts.profile_id, profileId),
        eq(trafficAlerts.kind, kind),
        sql`${trafficAlerts.created_at} > ${since}::timestamptz`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export interface Watched {
  profileId: string;
  account: string;
  zone: string | null;
  status: string;
}

/** Pages with at least so many views in some hours, of accounts that want to hear of them. */
export function listBusyPages(
  db: Db,
  { from, to, views }: { from: string; to: string; views: number },
): Promise<Watched[]> {
  return rowsOf(
    db,
    sql`select p.id::text as "profileId", p.user_id as account, p.status, u.time_zone as zone
        from (
          select profile_id from analytics_rollups
          where at >= ${from}::timestamptz and at < ${to}::timestamptz and grain = 'quarter' and dimension = 'total'
            and not is_bot and not is_suspected
          group by profile_id having sum(views) >= ${views}
        ) busy
        join client_profiles p on p.id = busy.profile_id and p.deleted_at is null
        join users u on u.id = p.user_id and not ${sql.raw(IS_CLOSED)}
        where not exists (select 1 from alert_settings s where s.user_id = p.user_id and not s.is_on)
        order by p.id`,
  );
}

export interface Span {
  from: string;
  to: string;
}

const momentList = (spans: readonly Span[], name: keyof Span) =>
  sql`${`{${spans.map((span) => `"${span[name]}"`).join(",")}}`}::timestamptz[]`;

const COUNTED = sql`grain = 'quarter' and not is_bot and not is_suspected`;

/** Sums the page’s views in each of the spans, in their order. Each is a range of the key. */
export async function listSpanViews(db: Db, profileId: string, spans: readonly Span[]): Promise<number[]> {
  const rows = await rowsOf<{ views: number }>(
    db,
    sql`select coalesce(r.views, 0)::float8 as views
        from unnest(${momentList(spans, "from")}, ${momentList(spans, "to")}) with ordinality as s (start, stop, n)
        cross join lateral (
          select sum(views) as views from analytics_rollups
          where profile_id = ${profileId} and dimension = 'total' and ${COUNTED} and at >= s.start and at < s.stop
        ) r order by s.n`,
  );
  return rows.map(({ views }) => views);
}

/** Returns when the page was first seen. */
export async function findFirstView(db: Db, profileId: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    db,
    sql`select min(at) as at from analytics_rollups where profile_id = ${profileId} and dimension = 'total' and ${COUNTED}`,
  );
  return row?.at ? new Date(row.at).toISOString() : undefined;
}

/** Sums views by origin: in the first span, and in all of the others together. */
export function listOrigins(
  db: Db,
  profileId: string,
  spans: readonly Span[],
): Promise<{ dimension: string; key: string; now: number; earlier: number }[]> {
  return rowsOf(
    db,
    sql`select r.dimension, r.key, coalesce(sum(r.views) filter (where s.n = 1), 0)::float8 as now,
          coalesce(sum(r.views) filter (where s.n > 1), 0)::float8 as earlier
        from unnest(${momentList(spans, "from")}, ${momentList(spans, "to")}) with ordinality as s (start, stop, n)
        cross join lateral (
          select dimension, case dimension when 'place' then split_part(key, '|', 1)
              when 'client' then split_part(key, '|', 4) else key end as key, views
          from analytics_rollups
          where profile_id = ${profileId} and dimension in ('place', 'client', 'referrer') and ${COUNTED}
            and at >= s.start and at < s.stop
        ) r group by 1, 2`,
  );
}

/** True if a link of the page was hidden or deleted in that time, going by the events. */
export async function hasHiddenLink(
  db: Db,
  { account, profileId, from }: { account: string; profileId: string; from: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from events
        where account = ${account} and time >= ${from}::timestamptz and (
          payload->>'profile_id' = ${profileId}
            and (name = 'link.deleted' or name = 'link.updated' and payload->'fields' ? 'is_visible')
          or name = 'links.changed' and payload->'profile_ids' ? ${profileId}::text
            and payload->>'action' in ('hide', 'delete', 'move')) limit 1`,
  );
  return rows.length > 0;
}

export async function deleteAlertsOfProfile(db: Db, profileId: string): Promise<void> {
  await db.delete(trafficAlerts).where(eq(trafficAlerts.profile_id, profileId));
}

export async function deleteAlertsBefore(db: Db, time: string): Promise<void> {
  await db.delete(trafficAlerts).where(sql`${trafficAlerts.created_at} < ${time}::timestamptz`);
}
