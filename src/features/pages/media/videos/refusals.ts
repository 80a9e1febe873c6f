/* What's said about files that don't become a video here. The server says it, and the dashboard shows it. */
import { failure } from "#src/lib/errors.ts";
import { VIDEO_ERRORS } from "../contract.ts";
import { VIDEO_SECONDS_MAX, VIDEO_SIDE_PIXELS_MAX } from "../rules.ts";

/** A minute of video has a few thousand parts at one level. A file with more of them was made to keep us busy. */
export const PARTS_MAX = 20_000;

export const VIDEO_REFUSALS = {
  unknown: "We can’t read this file as a video. Use an MP4 or WebM file.",
  picture: "This is a picture. Choose it as the background picture.",
  damaged: "This video is damaged or incomplete. Upload it again, or use another copy.",
  soundOnly: "There’s only sound in this file. Choose one with a video in it.",
  quickTime: "This is a QuickTime movie, and many browsers can’t play it. Export it as MP4 with H.264.",
  matroska: "This is a Matroska file, and many browsers can’t play it. Export it as MP4 with H.264.",
  hevc: "This video is in HEVC, the format iPhones film in, and many browsers can’t play it. Export it as MP4 with H.264.",
  format: "Many browsers can’t play the format of this video. Export it as MP4 with H.264, or as WebM.",
  tooLong: `This video is longer than ${VIDEO_SECONDS_MAX} seconds. Cut it to a short loop.`,
  tooManyPixels: `This video has more than ${VIDEO_SIDE_PIXELS_MAX} pixels on a side. Export it smaller.`,
} as const;

export function refuseVideo(reason: keyof typeof VIDEO_REFUSALS): never {
  throw failure(VIDEO_ERRORS, "NOT_A_VIDEO", { message: VIDEO_REFUSALS[reason] });
}
