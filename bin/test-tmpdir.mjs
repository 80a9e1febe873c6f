/*
 * Where tests put their databases: in memory where there is plenty, since several hundred are made and none
 * outlives its test.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 6 * 1024 ** 3;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** Makes the folder that every test process takes as its temporary one. It's deleted at exit. */
export function makeTestTmpdir() {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), "fanfare-test-run-"));
  // Started by root, PostgreSQL runs as another user, who has to get to its own folder in here.
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
