import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { ADDRESSES } from "../tables.ts";

export interface FiledLink {
  id: string;
  account: string;
  addresses: (string | null)[];
}

/** Takes links whose addresses changed off the list. */
export async function deleteTargetChanges(db: Db, most: number): Promise<{ rows: number; ids: string[] }> {
  const rows = await rowsOf<{ link_id: string }>(
    db,
    sql`delete from link_target_changes where id in (select id from link_target_changes order by id limit ${most})
      returning link_id`,
  );
  return { rows: rows.length, ids: [...new Set(rows.map(({ link_id }) => link_id))] };
}

/** Without links that are gone, which lead nowhere. */
export function listFiledLinks(db: Db, ids: readonly string[]): Promise<FiledLink[]> {
  return rowsOf<FiledLink>(
    db,
    sql`select l.id, l.user_id as account, ${sql.raw(ADDRESSES)} as addresses
      from links l where l.id = any(${uuids(ids)}) and l.deleted_at is null`,
  );
}

export const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;

/** Returns the hosts that each had. */
export function deleteTargetsOf(
  db: Db,
  ids: readonly string[],
): Promise<{ link_id: string; host: string }[]> {
  return rowsOf(db, sql`delete from link_targets where link_id = any(${uuids(ids)}) returning link_id, host`);
}

export function deleteTargetsOfAccount(
  db: Db,
  account: string,
): Promise<{ link_id: string; host: string }[]> {
  return rowsOf(db, sql`delete from link_targets where account = ${account} returning link_id, host`);
}

export interface NewTarget {
  host: string;
  account: string;
  link_id: string;
  url_key: string;
}

export async function insertTargets(db: Db, rows: readonly NewTarget[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`insert into link_targets (host, account, link_id, url_key)
    select * from unnest(${texts(rows.map(({ host }) => host))}, ${texts(rows.map(({ account }) => account))},
      ${uuids(rows.map(({ link_id }) => link_id))}, ${texts(rows.map(({ url_key }) => url_key))})
    on conflict do nothing`);
}

export interface HostDelta {
  host: string;
  labels: string;
  links: number;
}

export async function updateHosts(db: Db, deltas: readonly HostDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  await db.execute(sql`insert into link_hosts (host, labels, links)
    select * from unnest(${texts(deltas.map(({ host }) => host))}, ${texts(deltas.map(({ labels }) => labels))},
      ${sql.param(deltas.map(({ links }) => links))}::int[])
    on conflict (host) do update set links = link_hosts.links + excluded.links`);
  await db.execute(
    sql`delete from link_hosts where links <= 0 and host = any(${texts(deltas.map(({ host }) => host))})`,
  );
}

export interface HostRow {
  host: string;
  links: number;
}

/** Those with the most links first. */
export function listTopHosts(
  db: Db,
  { after, most }: { after: HostRow | undefined; most: number },
): Promise<HostRow[]> {
  const later = after ? sql`where (links, host) < (${after.links}, ${after.host})` : sql``;
  return rowsOf<HostRow>(
    db,
    sql`select host, links from link_hosts ${later} order by links desc, host desc limit ${most}`,
  );
}

/** A host and what's below it, those with the most links first. `labels` are a host's from the right to the left. */
export function listHostsBelow(db: Db, labels: string, most: number): Promise<HostRow[]> {
  const below = `${labels.replace(/[\\%_]/g, "\\$&")}.%`;
  return rowsOf<HostRow>(
    db,
    sql`select host, links from link_hosts where labels = ${labels} or labels like ${below}
      order by links desc, host limit ${most}`,
  );
}
