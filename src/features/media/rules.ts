const MEDIA_PATH = /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The id of the picture at a path, or undefined if the path is anything else. */
export function mediaIdOf(path: string): string | undefined {
  return MEDIA_PATH.exec(path)?.[1];
}

/** True for the path of a picture stored by this instance. Pages show no others. */
export function isOwnPicture(url: string | null | undefined): url is string {
  return typeof url === "string" && mediaIdOf(url) !== undefined;
}
