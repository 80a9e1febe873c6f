import { Failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull } from "#src/lib/fair-queue.ts";
import { checkUrl, type UrlRefusal } from "#src/lib/url.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { SafeFetchFailure, type SafeFetchProblem } from "#src/platform/outbound/safe-fetch.ts";
import { placeContent } from "./contents.ts";
import { MEDIA_ERRORS, PICTURE_BYTES_MAX } from "./contract.ts";
import { encodePicture } from "./pictures.ts";
import { isOwnPicture, mediaIdOf, mediaPath, type Purpose } from "./rules.ts";
import { insertMedia, updateMediaUsedAt } from "./store.ts";

const COPIES: Limit = { name: "media.copy", attempts: 120, seconds: 60 * 60 };
const COPY_MS_MAX = 10_000;

export type PictureResult =
  | { ok: true; url: string }
  | { ok: false; reason: UrlRefusal }
  /** The URL is valid, but yields no picture; the message explains it. */
  | { ok: false; reason: "not_copied"; message: string };

interface Wanted {
  purpose: Purpose;
  account: string;
}

/**
 * Returns the value to store in a picture URL field: the path of an uploaded picture, or for any other URL
 * the path of our own copy, so that pages request nothing from other hosts. Fetching takes up to ten seconds,
 * so don't call this in an open transaction.
 */
export async function ensureStoredPicture(
  platform: Platform,
  raw: string,
  wanted: Wanted,
): Promise<PictureResult> {
  const path = raw.trim();
  if (isOwnPicture(path)) {
    const used_at = platform.now().toISOString();
    const known = await updateMediaUsedAt(platform.db, { id: mediaIdOf(path) ?? "", path, used_at });
    return known ? { ok: true, url: path } : { ok: false, reason: "not_a_url" };
  }
  return copyPicture(platform, raw, {
    ...wanted,
    count: () => platform.limits.count(COPIES, wanted.account),
  });
}

/** Copies a picture from its URL. `count` counts the attempt before anything is fetched. */
export async function copyPicture(
  platform: Platform,
  raw: string,
  { count, ...wanted }: Wanted & { count: () => Promise<unknown> },
): Promise<PictureResult> {
  const checked = checkUrl(raw, { allowLocal: platform.outbound.allowsLocal });
  if (!checked.ok) return checked;
  if (!/^https?:/.test(checked.url)) return { ok: false, reason: "not_a_url" };
  await count();
  return importRemotePicture(platform, checked.url, wanted);
}

/** Pictures take memory while they're fetched, and slow hosts take time. */
const fetching = new FairQueue({ workers: 4, waitingMax: 60, waitingPerAccountMax: 12 });

async function importRemotePicture(platform: Platform, url: string, wanted: Wanted): Promise<PictureResult> {
  try {
    const original = await fetching.run(wanted.account, () =>
      platform.outbound.fetchBytes(url, {
        bytesMax: PICTURE_BYTES_MAX,
        milliseconds: COPY_MS_MAX,
        accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
      }),
    );
    const { notice: _, ...picture } = await encodePicture(original, wanted);
    const id = platform.newId();
    const created_at = platform.now().toISOString();
    await insertMedia(platform.db, {
      id,
      user_id: wanted.account,
      purpose: wanted.purpose,
      created_at,
      ...picture,
      ...(await placeContent(platform, { id, ...picture })),
    });
    return { ok: true, url: mediaPath({ id, ...picture }) };
  } catch (error) {
    return { ok: false, reason: "not_copied", message: sentenceOf(error) };
  }
}

const SENTENCES: Readonly<Record<SafeFetchProblem, string>> = {
  // The same message, so as not to reveal whether a name exists in our network.
  forbidden: "We couldn’t reach this URL. Check it, or upload the file instead.",
  unreachable: "We couldn’t reach this URL. Check it, or upload the file instead.",
  status: "There is nothing at this URL. Check it, or upload the file instead.",
  too_large: "The picture at this URL is larger than 25 MB. Use a smaller one.",
  too_slow: "This URL took longer than 10 seconds to answer. Try again, or upload the file instead.",
};

function sentenceOf(error: unknown): string {
  if (error instanceof SafeFetchFailure) return SENTENCES[error.problem];
  if (error instanceof QueueFull) return MEDIA_ERRORS.PICTURES_BUSY.message;
  if (!(error instanceof Failure)) throw error;
  if (error.message !== MEDIA_ERRORS.NOT_A_PICTURE.message) return error.message;
  return "There is no picture at this URL that we can read. Use a JPEG, PNG, WebP, GIF or AVIF file.";
}
