/*
 * Stores what the platform collects about the doors: every few seconds, never while somebody waits. Deleted after 30 days,
 * and so are blocks that have ended.
 */
import { addDays, HOUR_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Incident } from "#src/platform/incidents.ts";
import { LOCK_OUTS } from "./rules.ts";
import {
  deleteEndedBlocks,
  deleteIncidentsBefore,
  type IncidentRow,
  listAccountsById,
  listAccountsOf,
  upsertIncidents,
} from "./store.ts";

export interface IncidentWriter {
  /** Stores the collected incidents. What can't be stored now is stored the next time. */
  write(): Promise<void>;
  drain(): Promise<void>;
}

const WRITE_EVERY_MS = 5_000;
export const KEPT_DAYS = 30;

/** Its timer doesn't keep the process alive. */
export function startIncidentWriter(platform: Platform): IncidentWriter {
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    const taken = platform.incidents.take();
    if (taken.length === 0) return;
    try {
      await upsertIncidents(platform.db, await toRows(platform, taken));
    } catch (error) {
      platform.incidents.giveBack(taken);
      platform.log.warn({ err: error }, "incidents are written later");
    }
  }

  /** After one that's on its way, which may have begun too early. */
  async function write(): Promise<void> {
    await writing;
    writing = writeAll();
    await writing;
  }

  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();
  return {
    write,
    async drain() {
      clearInterval(timer);
      await write();
    },
  };
}

/** One row for each hour, kind, subject, network and account, in the same order on every node: none waits for another. */
async function toRows(platform: Platform, incidents: readonly Incident[]): Promise<IncidentRow[]> {
  const { db, geo, now } = platform;
  const emails = incidents.flatMap(({ email }) => email ?? []);
  const owners = await listAccountsOf(db, [...new Set(emails)]);
  const accountsOrNot = incidents.flatMap(({ accountOrNot }) => accountOrNot ?? []);
  const accounts = await listAccountsById(db, [...new Set(accountsOrNot)]);
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS).toISOString();
  const rows = new Map<string, IncidentRow>();
  const accountOf = ({ account, accountOrNot = "", email = "" }: Incident) =>
    account ?? accounts.get(accountOrNot) ?? owners.get(email) ?? "";
  for (const incident of incidents) {
    const { subject, network, address, count } = incident;
    const isLockOut = incident.kind === "limit_reached" && LOCK_OUTS.has(subject);
    const kind = isLockOut ? "locked_out" : incident.kind;
    const account = accountOf(incident);
    const key = [kind, subject, network, account].join(" ");
    const known = rows.get(key);
    const first_at = incident.firstAt.toISOString();
    const last_at = incident.lastAt.toISOString();
    if (known) Object.assign(known, { count: known.count + count, last_at });
    else {
      const { country } = geo.lookup(address);
      const is_own = account !== "" && incident.accountOrNot !== undefined;
      const about = { subject, network, country, account, is_own, count, first_at, last_at };
      rows.set(key, { id: platform.newId(), hour, kind, ...about });
    }
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

export async function deleteOld({ db, now }: Platform): Promise<void> {
  await deleteIncidentsBefore(db, new Date(addDays(now(), -KEPT_DAYS)));
  await deleteEndedBlocks(db, now());
}
