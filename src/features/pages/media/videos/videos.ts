/*
 * Videos behind pages. They're kept as they are, since nothing here decodes them: what they say about themselves is
 * read, and what nobody needs to know about who filmed them is taken out.
 */
import { VIDEO_SECONDS_MAX, VIDEO_SIDE_PIXELS_MAX } from "../rules.ts";
import { readMp4 } from "./mp4.ts";
import { refuseVideo } from "./refusals.ts";
import type { VideoFacts } from "./video-facts.ts";
import { readWebm } from "./webm.ts";

export interface Video extends Omit<VideoFacts, "private"> {
  content: Uint8Array<ArrayBuffer>;
}

/** Checks a video by what's in it. Its name and what the browser calls it count for nothing. */
export function readVideo(original: Uint8Array): Video {
  const file = Buffer.from(original);
  const { private: hidden, ...facts } = readFacts(file);
  const { width, height, seconds } = facts;
  if (width === 0 || height === 0) refuseVideo("damaged");
  if (Math.max(width, height) > VIDEO_SIDE_PIXELS_MAX) refuseVideo("tooManyPixels");
  if (seconds > VIDEO_SECONDS_MAX) refuseVideo("tooLong");
  for (const { at, label, from, to } of hidden) {
    file.fill(0, from, to);
    label.copy(file, at);
  }
  return { ...facts, content: new Uint8Array(file) };
}

const EBML = "\x1aE\xdf\xa3";
const PICTURES = ["\xff\xd8\xff", "\x89PNG", "GIF8", "II*\0", "MM\0*"];
const PICTURE_BRANDS = /^(?:avi[fs]|he[iv][cxms]|hei[ms]|hev[ms]|mif\d|msf1)$/;

function readFacts(file: Buffer): VideoFacts {
  const head = file.toString("latin1", 0, 16);
  if (head.startsWith(EBML)) return readWebm(file);
  if (PICTURES.some((start) => head.startsWith(start)) || head.startsWith("WEBP", 8)) refuseVideo("picture");
  if (!head.startsWith("ftyp", 4)) {
    // Old QuickTime movies begin with what they show.
    return refuseVideo(/^.{4}(?:moov|mdat|wide)/s.test(head) ? "quickTime" : "unknown");
  }
  const brand = head.slice(8, 12);
  if (brand === "qt  ") refuseVideo("quickTime");
  if (PICTURE_BRANDS.test(brand)) refuseVideo("picture");
  return readMp4(file);
}
