/* A sequence's published versions, which never change. */
import type { Platform } from "#src/platform/context.ts";
import { listVersions, type SequenceRow, type WalkedVersion } from "./store.ts";

/** The version for everyone who gets in now. Undefined before the first one. */
export async function findPublished(
  { db }: Pick<Platform, "db">,
  { user_id, id, version }: SequenceRow,
): Promise<WalkedVersion | undefined> {
  if (version === null) return undefined;
  const [row] = await listVersions(db, { user_id, id }, [version]);
  return row;
}
