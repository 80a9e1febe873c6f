import { accessSync, chmodSync, constants, type Dirent, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { StartRefusal } from "#src/lib/errors.ts";

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** What an instance keeps in its data folder. The folder's own mode protects anything else in there. */
const OURS = ["db", "mail", "lock", "secret"];

/**
 * Creates the data folder if it's missing, and closes it, along with whatever of ours is open in
 * it, to the machine's other users. Returns whether that worked: a mounted volume may belong to someone else.
 */
export function prepareFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    accessSync(folder, constants.W_OK | constants.R_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new StartRefusal(
      `The data folder ${folder} can't be written to (${reason}). Choose another one with --data.`,
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

/** Closes one of our folders, including its contents, to the machine's other users. */
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

/** PGlite's file system. PGlite sets file modes itself, some to 0666, regardless of the process's umask. */
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
