/* Moves pictures to where the settings say, and deletes what's left of deleted ones in S3. */
import type { Platform } from "#src/platform/context.ts";
import { type ObjectStore, ObjectStoreFailure } from "#src/platform/objects/object-store.ts";
import {
  countContents,
  deleteObjectRow,
  listContents,
  listOrphans,
  updateToObject,
  updateToRow,
  upsertObject,
} from "./contents-store.ts";
import { objectKey } from "./rules.ts";
import { findMediaContent } from "./store.ts";

const BATCH = 50;
/** The next run continues, so that other recurring jobs get their turn. */
const RUN_MS = 4 * 60_000;
/** An upload takes its object along much sooner. */
const ORPHAN_MS = 10 * 60_000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Says in the log what pictures are going to miss. Never throws. */
export async function checkStorage({ db, objects, log }: Platform): Promise<void> {
  try {
    if (objects) return await objects.check();
    const away = await countContents(db, "object");
    if (away > 0)
      log.warn(`${away} pictures are in S3, but S3_ENDPOINT isn't set, so nobody sees them. Set it again.`);
  } catch (error) {
    const rest = "Until it works, new pictures go into the database, and those in S3 can't be seen.";
    if (error instanceof ObjectStoreFailure) log.warn(`${error.message} ${rest}`);
    else log.debug({ err: error }, "the storage of pictures wasn't checked");
  }
}

/** Runs alone, since recurring jobs don't overlap: otherwise one might delete what another has just moved. */
export async function settleContents(platform: Platform): Promise<void> {
  const { objects, log } = platform;
  if (!objects) return;
  const run = { platform, objects, until: performance.now() + RUN_MS };
  try {
    await moveContents(run);
    await deleteOrphans(run);
  } catch (error) {
    if (!(error instanceof ObjectStoreFailure)) throw error;
    log.warn(`${error.message} Pictures are moved and deleted once it works.`);
  }
}

interface Run {
  platform: Platform;
  objects: ObjectStore;
  until: number;
}

const isOver = ({ platform, until }: Run) => platform.abortSignal.aborted || performance.now() > until;

async function moveContents(run: Run): Promise<void> {
  const { db, log } = run.platform;
  const [place, move, to] = run.objects.takesNew
    ? (["row", moveOut, "S3"] as const)
    : (["object", moveBack, "the database"] as const);
  let after = FIRST_ID;
  let left: number | undefined;
  for (;;) {
    const ids = await listContents(db, { place, after, most: BATCH });
    if (ids.length === 0) return;
    left ??= await countContents(db, place);
    let moved = 0;
    for (const id of ids) {
      if (isOver(run)) return;
      if (await move(run, id)) moved++;
    }
    left -= moved;
    log.info({ moved, left }, `moving pictures to ${to}`);
    after = ids.at(-1) ?? after;
  }
}

/** The row keeps the picture until S3 has given it back once. */
async function moveOut({ platform: { db, now }, objects }: Run, id: string): Promise<boolean> {
  const row = await findMediaContent(db, id);
  if (!row?.content) return false;
  const { content, content_type } = row;
  await upsertObject(db, { id, created_at: now().toISOString() });
  await objects.put(objectKey(id), content, content_type);
  const kept = await objects.get(objectKey(id), content.length);
  if (!kept || Buffer.compare(kept, content) !== 0)
    throw new ObjectStoreFailure("S3_ENDPOINT doesn’t give back what it was given.");
  await updateToObject(db, { id, object_bytes: content.length });
  return true;
}

async function moveBack(run: Run, id: string): Promise<boolean> {
  const { db, log } = run.platform;
  const row = await findMediaContent(db, id);
  if (!row || row.content) return false;
  const content = await run.objects.get(objectKey(id), row.object_bytes ?? 0);
  if (!content) {
    log.error({ picture: id }, "S3 doesn't have this picture anymore");
    return false;
  }
  await updateToRow(db, { id, content });
  await deleteObject(run, id);
  return true;
}

async function deleteOrphans(run: Run): Promise<void> {
  const { db, now } = run.platform;
  const createdBefore = new Date(now().getTime() - ORPHAN_MS).toISOString();
  for (;;) {
    const ids = await listOrphans(db, { createdBefore, most: BATCH });
    for (const id of ids) {
      if (isOver(run)) return;
      await deleteObject(run, id);
    }
    if (ids.length < BATCH) return;
  }
}

/** In this order, so that an object that couldn't be deleted isn't forgotten. */
async function deleteObject({ platform, objects }: Run, id: string): Promise<void> {
  await objects.delete(objectKey(id));
  await deleteObjectRow(platform.db, id);
}
