import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { firstIdAt } from "#src/lib/ids.ts";
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

const isThere = and(eq(clientProfiles.id, trafficAlerts.profile_id), isNull(clientProfiles.deleted_at));

/** The latest alerts of an account's pages, or of some of them. */
export function listAlertRows(
  db: Db,
  { account, profileIds }: { account: string; profileIds: readonly string[] | null },
): Promise<{ alert: AlertRow; name: string }[]> {
  return db
    .select({ alert: trafficAlerts, name: clientProfiles.name })
    .from(trafficAlerts)
    .innerJoin(clientProfiles, isThere)
    .where(
      and(
        eq(trafficAlerts.user_id, account),
        profileIds === null ? undefined : inArray(trafficAlerts.profile_id, [...profileIds]),
      ),
    )
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
    .innerJoin(clientProfiles, isThere)
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

export interface Watched {
  profileId: string;
  account: string;
  zone: string | null;
  status: string;
}

interface Busy {
  kind: AlertKind;
  from: string;
  to: string;
  views: number;
  /** Pages with an alert after this are left alone. */
  since: string;
}

/** Pages with at least so many views in some hours, of accounts that want to hear of them and haven't lately. */
export function listBusyPages(db: Db, { kind, from, to, views, since }: Busy): Promise<Watched[]> {
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
          and not exists (
            select 1 from traffic_alerts t where t.profile_id = p.id and t.kind = ${kind} and t.created_at > ${since}::timestamptz
          )
        order by p.id`,
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
        where account = ${account} and id >= ${firstIdAt(from)} and (
          payload->>'profile_id' = ${profileId}
            and (name = 'link.deleted' or name = 'link.updated' and payload->'fields' ? 'is_visible')
          or name = 'links.changed' and payload->'profile_ids' ? ${profileId}::text
            and payload->>'action' in ('hide', 'delete', 'move')) limit 1`,
  );
  return rows.length > 0;
}

export async function deleteAlertsBefore(db: Db, time: string): Promise<void> {
  await db.delete(trafficAlerts).where(sql`${trafficAlerts.created_at} < ${time}::timestamptz`);
}
