import type { Db } from "#src/platform/db/database.ts";
import type { InstallationConfig } from "#src/platform/installation.ts";

/** What the self-check looks at. */
export interface Patient {
  config: InstallationConfig;
  /** Names in the environment that are likely ours with a typo. */
  misspelled: readonly { name: string; meant: string }[];
  dataFolder: string;
  backupFolder: string;
  migrationsFolder: string;
  /** Undefined if it can't be reached, with the reason in `databaseProblem`. */
  db: Db | undefined;
  databaseProblem: string;
  /** True inside of a running process, and if one answers at the port. */
  isRunning: boolean;
  hasNightlyBackups: boolean;
  /** The address that the instance's own e-mail comes from. */
  sender: string;
  takesSignUps: boolean;
  now(): Date;
}
