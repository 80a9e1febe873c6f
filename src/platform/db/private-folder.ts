import { accessSync, chmodSync, constants, type Dirent, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { StartRefusal } from "#src/lib/errors.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Our own entries in the data folder. The folder's mode protects anything else in there. */
const OURS = ["db", "mail", "lock", "secret", "backups"];

/**
 * Creates the data folder if it's missing, and removes other users' access to it and to our open entries in
 * it. Returns whether that worked, since a mounted volume may belong to someone else.
 */
export function prepareFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    accessSync(folder, constants.W_OK | constants.R_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new StartRefusal(
      `The data folder ${folder} can't be written to by ${user()} (${reason}). Give it to that user, or choose another one with --data.`,
    );
  }
  try {
    chmodSync(folder, FOLDER_MODE);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (OURS.includes(entry.name)) closeEntry(entry);
    }
    return true;
  } catch {
    return false;
  }
}

/** In a container it's a number without a name. */
const user = () => (process.getuid ? `user ${process.getuid()}` : "this user");

/** Removes other users' access to one of our folders and its contents. */
export function closeFolder(folder: string): void {
  chmodSync(folder, FOLDER_MODE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) closeEntry(entry);
}

function closeEntry(entry: Dirent): void {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile()) chmodSync(path, FILE_MODE);
  if (entry.isDirectory()) closeFolder(path);
}

type FileSystemOptions = Parameters<NodeFS["init"]>[1];

/**
 * PGlite's file system with private file modes. PGlite sets some to 0666, regardless of the process's umask.
 */
export class PrivateFS extends NodeFS {
  override async init(pglite: PGlite, options: FileSystemOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const close = ({ FS }: { FS: { chmod(path: string, mode: number, ...more: unknown[]): void } }) => {
      const chmod = FS.chmod.bind(FS);
      FS.chmod = (path, mode, ...more) => chmod(path, mode & FOLDER_MODE, ...more);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), close] } };
  }
}
