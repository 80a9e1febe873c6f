/* Where pictures are shown. Every slice that shows some says so in its manifest. */
import type { PicturePlace } from "./tables.ts";

let places: readonly PicturePlace[] | undefined;

/** Called on load by the process, because this slice comes before those that show pictures. */
export function registerPicturePlaces(known: readonly PicturePlace[]): void {
  places = known;
}

export function picturePlaces(): readonly PicturePlace[] {
  if (!places) throw new Error("Nobody has registered where pictures are shown.");
  return places;
}
