/* The dashboard shows these texts. */

const HOUR_MS = 3_600_000;

export const BACKUP_STATES = ["running", "done", "failed"] as const;
export const BACKUP_CAUSES = ["schedule", "staff", "command"] as const;
export type BackupCause = (typeof BACKUP_CAUSES)[number];

/** A nightly backup that's this old has been missed. */
export const BACKUP_HOURS_MAX = 26;
/** Without a schedule, one that's older than a week protects nobody. */
export const MANUAL_BACKUP_HOURS_MAX = 7 * 24;

export function ageHours(time: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(time)) / HOUR_MS);
}

interface LastBackup {
  /** When the last good one ended. Undefined if there's none. */
  endedAt: string | undefined;
  isNightly: boolean;
  now: Date;
}

export function isBackupLate({ endedAt, isNightly, now }: LastBackup): boolean {
  const most = isNightly ? BACKUP_HOURS_MAX : MANUAL_BACKUP_HOURS_MAX;
  return endedAt === undefined || ageHours(endedAt, now) > most;
}

const NAME = /^fanfare-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;

/** Sorts by time. Colons aren't allowed everywhere. */
export function backupName(now: Date): string {
  return `fanfare-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** The oldest of the files that are beyond what's kept. Only names that we give count. */
export function namesToDelete(names: readonly string[], kept: number): string[] {
  const ours = names.filter((name) => NAME.test(name)).sort();
  return ours.slice(0, Math.max(0, ours.length - kept));
}
