import type { LibraryPicture, PictureUse } from "#src/features/pages/media/library-contract.ts";
import { LOCALE } from "#src/kit/locale.ts";

/** What a picture is called in lists. */
export function nameOf({ alt_text, name }: Pick<LibraryPicture, "alt_text" | "name">): string {
  return alt_text || name || "Picture without a name";
}

const KILOBYTES = new Intl.NumberFormat(LOCALE, {
  style: "unit",
  unit: "kilobyte",
  maximumFractionDigits: 0,
});

export const sizeOf = (bytes: number): string => KILOBYTES.format(Math.max(1, bytes / 1000));

/** Says where a picture is used. */
export function wordsOf({ kind, name, is_deleted }: PictureUse): string {
  const words = placeWords(kind, name);
  return is_deleted ? `${words} (in the trash)` : words;
}

function placeWords(kind: PictureUse["kind"], name: string): string {
  switch (kind) {
    case "profile":
      return `Picture of the profile ${name}`;
    case "background":
      return `Background of the profile ${name}`;
    case "icon":
      return `Icon of the link ${name}`;
    case "link":
      return name === "" ? "A picture on a page" : `Picture of ${name}`;
    case "gallery":
      return name === "" ? "A gallery" : `The gallery ${name}`;
    case "version":
      return `Earlier versions of the profile ${name}`;
    case "mail":
      return "E-mail";
    case "person":
      return `Picture of ${name}`;
    case "instance":
      return "The logo";
  }
}
