const MEDIA_PATH = /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:webp|jpg|png)$/;

/** How the paths of stored pictures end. */
export const ENDINGS = { "image/webp": "webp", "image/jpeg": "jpg", "image/png": "png" } as const;
export type PictureType = keyof typeof ENDINGS;

export function mediaPath({ id, content_type }: { id: string; content_type: PictureType }): string {
  return `/media/${id}.${ENDINGS[content_type]}`;
}

/** The id of the picture at a path, or undefined if the path is anything else. */
export function mediaIdOf(path: string): string | undefined {
  return MEDIA_PATH.exec(path)?.[1];
}

/** True for the path of a picture stored by this instance. Pages show no others. */
export function isOwnPicture(url: string | null | undefined): url is string {
  return typeof url === "string" && mediaIdOf(url) !== undefined;
}
