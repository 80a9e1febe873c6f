/*
 * Where the links of all accounts lead, for the instance's staff: which lead to a host, which to the same address, and
 * the hosts with the most links. A trigger on `links` remembers which changed, and a job files them: the writers of links
 * don't wait for each other at popular hosts.
 */
import { createHash } from "node:crypto";
import type { Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { hostOf, labelsOf, plainUrl } from "./plain-address.ts";
import {
  deleteTargetChanges,
  deleteTargetsOf,
  deleteTargetsOfAccount,
  type FiledLink,
  insertTargets,
  listFiledLinks,
  listHostsBelow,
  type NewTarget,
  updateHosts,
} from "./target-store.ts";

export { hostOf, labelsOf, parseHost, plainUrl } from "./plain-address.ts";
export { type HostRow, listTopHosts } from "./target-store.ts";

const FILED_ROWS = 500;
const KEY_CHARS = 22;

/** Two addresses that lead to the same place have the same one. */
export function urlKey(address: string): string | undefined {
  const plain = plainUrl(address);
  if (plain === undefined) return undefined;
  return createHash("sha256").update(plain).digest("base64url").slice(0, KEY_CHARS);
}

/** Files all links that changed. One node at a time. */
export async function fileTargets(platform: Platform): Promise<void> {
  let rows = 0;
  do {
    platform.abortSignal.throwIfAborted();
    rows = await platform.write(fileSome);
  } while (rows === FILED_ROWS);
}

async function fileSome(ctx: Platform): Promise<number> {
  const { db } = ctx;
  await takeAdvisoryLock(db, "link-targets");
  const { rows, ids } = await deleteTargetChanges(db, FILED_ROWS);
  if (ids.length === 0) return rows;
  const targets = (await listFiledLinks(db, ids)).flatMap(targetsOf);
  const before = await deleteTargetsOf(db, ids);
  await insertTargets(db, targets);
  await updateHosts(db, deltasOf(before, targets));
  return rows;
}

function targetsOf({ id, account, addresses }: FiledLink): NewTarget[] {
  return addresses.flatMap((address) => {
    const host = address === null ? undefined : hostOf(address);
    const url_key = address === null ? undefined : urlKey(address);
    return host === undefined || url_key === undefined ? [] : [{ host, account, link_id: id, url_key }];
  });
}

type Led = Pick<NewTarget, "host" | "link_id">;

/** A link counts once for a host, with however many addresses. In a fixed order, for locks. */
function deltasOf(before: readonly Led[], after: readonly Led[]) {
  const deltas = new Map<string, number>();
  const count = (rows: readonly Led[], by: number) => {
    for (const pair of new Set(rows.map(({ host, link_id }) => `${host} ${link_id}`))) {
      const host = pair.slice(0, pair.indexOf(" "));
      deltas.set(host, (deltas.get(host) ?? 0) + by);
    }
  };
  count(before, -1);
  count(after, 1);
  return [...deltas]
    .filter(([, links]) => links !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([host, links]) => ({ host, labels: labelsOf(host), links }));
}

/** Takes an account's links out of the counts before they're deleted. */
export async function eraseTargets(platform: Platform, account: string): Promise<void> {
  await platform.write(async ({ db }) => {
    await takeAdvisoryLock(db, "link-targets");
    await updateHosts(db, deltasOf(await deleteTargetsOfAccount(db, account), []));
  });
}

/** A host and those below it, as far as links lead there. */
export function listHosts(platform: Platform, host: string, most: number) {
  return listHostsBelow(platform.db, labelsOf(host), most);
}
