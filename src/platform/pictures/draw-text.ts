import { cutChars, escapeMarkup } from "#src/lib/text.ts";
import { type Font, fontOf } from "./fonts.ts";
import type { Raster } from "./raster.ts";
import { hasScriptFont, scriptFontsFor, unpackFont } from "./script-fonts.ts";
import type { Sharp } from "./sharp.ts";

/** A word that's mostly gaps is worse than none. */
const LEGIBLE_SHARE = 0.7;
const LINE_HEIGHT = 1.22;

/**
 * Returns as much of the text as our fonts can draw, in one line, or null if too much is missing (a script we
 * have no font for): the picture then shows something else.
 */
export function drawableText(text: string, font: Font = fontOf("regular")): string | null {
  const written = text.normalize("NFC").replace(/(\p{M}{2})\p{M}+/gu, "$1");
  const kept = [...written]
    .filter((character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      return font.has(codePoint) || /\s/.test(character) || hasScriptFont(codePoint);
    })
    .join("")
    .replace(/\s+/g, " ")
    // An omitted character (such as an emoji) leaves no gap before the punctuation after it.
    .replace(/ (?=[.,;:!?])/g, "")
    .trim();
  const letters = (of: string) => of.match(/[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/gu)?.length ?? 0;
  return letters(kept) > 0 && letters(kept) >= LEGIBLE_SHARE * letters(written) ? kept : null;
}

interface Words {
  text: string;
  weight: "regular" | "bold";
  color: string;
  width: number;
  linesMax: number;
  /** Applies to text of several lines. */
  align?: "left" | "center";
  /** Sizes to try, in pixels, largest first. */
  sizes: readonly number[];
}

/** Draws text in the largest size that fits; at the smallest size it is cut until it does. */
export async function drawTextBlock(sharp: Sharp, words: Words): Promise<Raster> {
  for (const size of words.sizes) {
    const drawn = await drawText(sharp, { ...words, size });
    if (fits(drawn, words, size)) return drawn;
  }
  const size = words.sizes.at(-1) ?? 16;
  for (let chars = words.text.length - 1; ; chars = Math.floor(chars * 0.85)) {
    const text = shortened(words.text, chars);
    const drawn = await drawText(sharp, { ...words, text, size });
    if (chars < 2 || fits(drawn, words, size)) return drawn;
  }
}

/** Cuts between words unless that loses too much. */
function shortened(text: string, chars: number): string {
  const cut = cutChars(text, chars);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > cut.length * 0.7 ? cut.slice(0, lastSpace) : cut).replace(/(?<![\s.,;:–-])[\s.,;:–-]+$/, "")}…`;
}

function fits({ height, width }: Raster, words: Words, size: number): boolean {
  return width <= words.width && height <= size * LINE_HEIGHT * words.linesMax;
}

async function drawText(
  sharp: Sharp,
  { text, weight, color, width, size, align }: Omit<Words, "sizes" | "linesMax"> & { size: number },
): Promise<Raster> {
  const font = fontOf(weight);
  const others = scriptFontsFor(text, font.has);
  for (const { file } of others) await addFont(sharp, file);
  const families = ["Inter", ...new Set(others.map(({ name }) => name))].join(",");
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `${families} ${weight === "bold" ? "Bold " : ""}${size}`,
      fontfile: font.file,
      dpi: 72,
      rgba: true,
      width,
      wrap: "word-char",
      align,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const added = new Map<string, Promise<unknown>>();

/** Registers a font file with the drawing library, which accepts one with each text and then remembers it. */
function addFont(sharp: Sharp, file: string): Promise<unknown> {
  const known =
    added.get(file) ??
    unpackFont(file).then((fontfile) =>
      sharp({ text: { text: ".", font: "Inter 8", fontfile, rgba: true } })
        .raw()
        .toBuffer(),
    );
  added.set(file, known);
  known.catch(() => added.delete(file));
  return known;
}
