import { statfs } from "node:fs/promises";

export interface DiskSpace {
  free: number;
  total: number;
}

/** Undefined if there's no such folder. */
export async function findDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}
