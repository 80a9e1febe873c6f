const MEDIA_PATH = /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** The id of the picture that is served at a path; undefined for whatever else it is. */
export function mediaIdOf(path: string): string | undefined {
  return MEDIA_PATH.exec(path)?.[1];
}

/** True for the path of a picture that this instance keeps: the only ones that pages show. */
export function isOwnPicture(url: string | null | undefined): url is string {
  return typeof url === "string" && mediaIdOf(url) !== undefined;
}
