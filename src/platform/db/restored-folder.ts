import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/*
 * How a restored database replaces the one in a data folder. It's made in `restoring`. Renaming that to `restored` is the
 * moment from which on it counts; what's left then is moving, which a start finishes if the restore was killed.
 */

const PREPARED = "restoring";
const COMPLETE = "restored";
const REPLACED = "db.replaced";

/** An empty folder for the new database and its secret, as `db` and `secret`. */
export function prepareRestored(dataFolder: string): string {
  const folder = join(dataFolder, PREPARED);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

export function acceptRestored(dataFolder: string): void {
  renameSync(join(dataFolder, PREPARED), join(dataFolder, COMPLETE));
  finishRestore(dataFolder);
}

/** Each step may have happened already. */
export function finishRestore(dataFolder: string): void {
  const at = (...names: string[]) => join(dataFolder, ...names);
  if (existsSync(at(COMPLETE, "db"))) {
    if (existsSync(at("db"))) {
      rmSync(at(REPLACED), { recursive: true, force: true });
      renameSync(at("db"), at(REPLACED));
    }
    renameSync(at(COMPLETE, "db"), at("db"));
  }
  if (existsSync(at(COMPLETE, "secret"))) renameSync(at(COMPLETE, "secret"), at("secret"));
  for (const left of [PREPARED, COMPLETE, REPLACED]) rmSync(at(left), { recursive: true, force: true });
}
