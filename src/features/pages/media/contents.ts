/* Where pictures themselves are: in their rows, or in S3 as objects. */
import { failure } from "#src/lib/errors.ts";
import type { Platform } from "#src/platform/context.ts";
import { ObjectStoreFailure } from "#src/platform/objects/object-store.ts";
import { upsertObject } from "./contents-store.ts";
import { STORAGE_ERRORS } from "./contract.ts";
import { type MediaType, objectKey } from "./rules.ts";
import { findMediaContent, type MediaRow } from "./store.ts";

export type Contents = Pick<Platform, "db" | "objects" | "log">;

export interface MediaContent extends Pick<MediaRow, "user_id" | "content_type"> {
  content: Uint8Array;
}

interface Made {
  id: string;
  content: Uint8Array;
  content_type: MediaType;
}

/**
 * Returns the columns for a new picture's content, which is in S3 by then if that's where pictures go. If it
 * can't be, the picture goes into its row, and is moved later.
 */
export async function placeContent(
  { db, objects, log, now }: Platform,
  { id, content, content_type }: Made,
): Promise<Pick<MediaRow, "content" | "object_bytes">> {
  if (!objects?.takesNew) return { content, object_bytes: null };
  try {
    await upsertObject(db, { id, created_at: now().toISOString() });
    await objects.put(objectKey(id), content, content_type);
    return { content: null, object_bytes: content.length };
  } catch (error) {
    if (!(error instanceof ObjectStoreFailure)) throw error;
    log.warn({ err: error }, "a picture is in the database for now, because S3 didn't take it");
    return { content, object_bytes: null };
  }
}

/**
 * Returns a stored picture, or "lost" if S3 doesn't have it anymore. Undefined if there's no such picture.
 * Throws `PICTURE_UNREACHABLE` if S3 doesn't answer as it should.
 */
export async function findContent(from: Contents, id: string): Promise<MediaContent | "lost" | undefined> {
  const found = await readOnce(from, id);
  // It may have been moved or deleted since its row was read.
  const settled = found === "lost" ? await readOnce(from, id) : found;
  if (settled === "lost") from.log.error({ picture: id }, "S3 doesn't have this picture anymore");
  return settled;
}

async function readOnce({ db, objects, log }: Contents, id: string) {
  const row = await findMediaContent(db, id);
  if (!row) return undefined;
  const { content, object_bytes, ...rest } = row;
  if (content) return { ...rest, content };
  if (!objects) throw failure(STORAGE_ERRORS, "PICTURE_UNREACHABLE");
  try {
    const stored = await objects.get(objectKey(id), object_bytes ?? 0);
    return stored ? { ...rest, content: stored } : "lost";
  } catch (error) {
    if (!(error instanceof ObjectStoreFailure)) throw error;
    log.warn({ err: error, picture: id }, "a picture can't be read");
    throw failure(STORAGE_ERRORS, "PICTURE_UNREACHABLE");
  }
}
