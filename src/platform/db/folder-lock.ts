import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartRefusal } from "#src/lib/errors.ts";

/** SQLite's code for a file locked by someone else (SQLITE_BUSY). */
const BUSY = 5;

export interface FolderLock {
  release(): void;
}

/**
 * Keeps a second process out of a data folder. The lock is the operating system's, on the file `lock` in the
 * folder; SQLite takes it for us, because Node can't. It works on any file system, ends with its process
 * however that ends, and leaves nothing stale behind. See
 * docs/decisions/2026-11-21-locking-the-data-folder.md.
 */
export function lockFolder(folder: string): FolderLock {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(folder, "lock"));
    // The journal is in memory, because a killed process would leave a file behind. Nothing is ever written
    // to it.
    file.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    file?.close();
    throw refusalOf(folder, error as Error & { errcode?: number });
  }
  const held = file;
  return { release: () => held.close() };
}

function refusalOf(folder: string, { errcode, message }: Error & { errcode?: number }): StartRefusal {
  if (errcode === BUSY) {
    return new StartRefusal(
      `The data folder ${folder} is in use by another Fanfare process. Stop that one, or choose another folder with --data.`,
    );
  }
  return new StartRefusal(
    `The data folder ${folder} can't be locked (${message}). Choose one on a disk with file locks with --data.`,
  );
}
