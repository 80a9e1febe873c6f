/** Uploads that nothing shows are kept this long, and this many of them. */
export const UNUSED_DAYS_MAX = 365;
export const UNUSED_PICTURES_MAX = 1000;
export const ALT_CHARS_MAX = 200;
export const FILE_NAME_CHARS_MAX = 120;

/** Of the videos behind pages: they're loaded by phones, and play again and again. */
export const VIDEO_BYTES_MAX = 2 * 1024 * 1024;
export const VIDEO_SECONDS_MAX = 60;
export const VIDEO_SIDE_PIXELS_MAX = 1920;

const NAMED_PATHS = /\/media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:webp|jpg|png|gif)/g;
const MEDIA_PATH =
  /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:(webp|jpg|png|gif)|(?:mp4|webm))$/;

/** The stored sizes in pixels: squares are cropped to their side, `inside` pictures are only scaled down. */
export const SIZES = {
  avatar: { width: 512, height: 512, fit: "cover" },
  icon: { width: 128, height: 128, fit: "cover" },
  background: { width: 1200, height: 1800, fit: "inside" },
  /** A picture on a page with nothing in front of it. */
  picture: { width: 1200, height: 1800, fit: "inside" },
  mail: { width: 1200, height: 1800, fit: "inside" },
} as const;
export type Purpose = keyof typeof SIZES;

const PICTURE_ENDINGS = {
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
} as const;
const VIDEO_ENDINGS = { "video/mp4": "mp4", "video/webm": "webm" } as const;
export const ENDINGS = { ...PICTURE_ENDINGS, ...VIDEO_ENDINGS } as const;
export type PictureType = keyof typeof PICTURE_ENDINGS;
export type VideoType = keyof typeof VIDEO_ENDINGS;
export type MediaType = PictureType | VideoType;

export function mediaPath({ id, content_type }: { id: string; content_type: MediaType }): string {
  return `/media/${id}.${ENDINGS[content_type]}`;
}

/** Returns the id of the picture or video at a path, or undefined for any other path. */
export function mediaIdOf(path: string): string | undefined {
  return MEDIA_PATH.exec(path)?.[1];
}

/** True for the path of a picture stored by this instance. Pages show no others. */
export function isOwnPicture(url: string | null | undefined): url is string {
  return typeof url === "string" && MEDIA_PATH.exec(url)?.[2] !== undefined;
}

/** True for the path of a video stored by this instance. */
export function isOwnVideo(url: string | null | undefined): url is string {
  return typeof url === "string" && !isOwnPicture(url) && mediaIdOf(url) !== undefined;
}

export function picturePathsIn(text: string): string[] {
  return [...new Set(text.match(NAMED_PATHS) ?? [])];
}

/**
 * The darkest and the lightest color of a picture, as `#rrggbb`: text that is readable on both is readable
 * all over it.
 */
export interface Tones {
  darkest: string;
  lightest: string;
  /** Of the picture: the CSS position that stays visible. Absent for the center. */
  focus?: string;
}

/** White's share in the mix that finds the darkest pixel: pure blue is darker under white than gray is. */
const WHITE_SHARE = 0.3;

/** Returns the tones of RGB or RGBA `pixels`, one byte a channel. Transparent pixels count as their color. */
export function tonesOf(pixels: ArrayLike<number>, channels: 3 | 4): Tones {
  const colorAt = (at: number) =>
    `#${[0, 1, 2].map((channel) => (pixels[at + channel] ?? 0).toString(16).padStart(2, "0")).join("")}`;
  const brightness = (at: number, white: number) => {
    const channel = (offset: number) => ((pixels[at + offset] ?? 0) * (1 - white) + 255 * white) ** 2.2;
    return 0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2);
  };
  let [darkest, lightest] = [0, 0];
  for (let at = channels; at < pixels.length; at += channels) {
    if (brightness(at, WHITE_SHARE) < brightness(darkest, WHITE_SHARE)) darkest = at;
    if (brightness(at, 0) > brightness(lightest, 0)) lightest = at;
  }
  return { darkest: colorAt(darkest), lightest: colorAt(lightest) };
}

/** Where a picture is in S3. */
export const objectKey = (id: string) => `media/${id}`;
