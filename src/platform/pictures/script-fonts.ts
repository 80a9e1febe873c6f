import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

interface Family {
  /** The family name inside its files. */
  name: string;
  package: string;
  /** The start and end of its files' names. */
  prefix: string;
  suffix: string;
  /**
   * The subset, for fonts that serve one script only. Otherwise all numbered subsets, each with some
   * characters.
   */
  subset?: string;
}

const noto = (script: string, name: string, subset?: string): Family => ({
  name,
  package: `@fontsource-variable/noto-sans-${script}`,
  prefix: `noto-sans-${script}-`,
  suffix: "-wght-normal.woff2",
  ...(subset === undefined ? {} : { subset }),
});

const JAPANESE = noto("jp", "Noto Sans JP");
const KOREAN = noto("kr", "Noto Sans KR");
const CHINESE = noto("sc", "Noto Sans SC");
const SCRIPTS = ["Arabic", "Hebrew", "Devanagari", "Thai"].map((name) =>
  noto(name.toLowerCase(), `Noto Sans ${name}`, name.toLowerCase()),
);
const EMOJI: Family = {
  name: "Noto Color Emoji",
  package: "@fontsource/noto-color-emoji",
  prefix: "noto-color-emoji-",
  suffix: "-400-normal.woff2",
  // The whole font, because people, flags, and keycaps consist of several characters.
  subset: "emoji",
};

/** The same Han characters look different in three languages. Kana and hangul tell which one it is. */
function familiesFor(text: string): Family[] {
  const asian = /\p{scx=Hira}|\p{scx=Kana}/u.test(text)
    ? [JAPANESE, CHINESE, KOREAN]
    : /\p{sc=Hang}/u.test(text)
      ? [KOREAN, CHINESE, JAPANESE]
      : [CHINESE, JAPANESE, KOREAN];
  return [...SCRIPTS, ...asian, EMOJI];
}

type Ranges = readonly (readonly [number, number])[];

const subsets = new Map<Family, ReadonlyMap<string, Ranges>>();

/**
 * Returns a family's files with the characters that each has, according to its package. Read when a text
 * first needs it.
 */
function subsetsOf(family: Family): ReadonlyMap<string, Ranges> {
  const known = subsets.get(family);
  if (known) return known;
  const file = resolve(`${family.package}/unicode.json`);
  const listed = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  const read = new Map(
    family.subset === "emoji"
      ? [["emoji", listed.flatMap(([, ranges]) => rangesOf(ranges))]]
      : listed
          .filter(([name]) => (family.subset ? name === family.subset : /^\[\d+\]$/.test(name)))
          .map(([name, ranges]) => [name.replace(/[[\]]/g, ""), rangesOf(ranges)]),
  );
  subsets.set(family, read);
  return read;
}

/** Parses `U+600-6FF,U+20AC` into pairs of first and last. */
function rangesOf(text: string): [number, number][] {
  return text.split(",").map((range) => {
    const [first = "", last = first] = range.trim().replace(/^U\+/i, "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function subsetWith(family: Family, codePoint: number): string | undefined {
  for (const [name, ranges] of subsetsOf(family)) {
    if (ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) return name;
  }
  return undefined;
}

/**
 * Characters that join others or change their appearance. They're drawn with their neighbors and need no
 * font.
 */
const JOINING = /[\s\p{Default_Ignorable_Code_Point}]/u;

/** Text fonts have a few emoji too, but without color. */
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{RI}]/u;

/** One of our own font files, for some of a text's characters. */
export interface ScriptFont {
  name: string;
  file: string;
  family: Family;
}

/** Returns our own fonts for the characters of `text` that `isKnown` rejects, in the order to try them. */
export function scriptFontsFor(text: string, isKnown: (codePoint: number) => boolean): ScriptFont[] {
  const found = new Map<string, ScriptFont>();
  const families = familiesFor(text);
  for (const character of new Set(text)) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isKnown(codePoint) || JOINING.test(character)) continue;
    for (const family of PICTOGRAPH.test(character) ? [EMOJI] : families) {
      const subset = subsetWith(family, codePoint);
      if (subset === undefined) continue;
      const file = `${family.package}/files/${family.prefix}${subset}${family.suffix}`;
      found.set(file, { name: family.name, file, family });
      break;
    }
  }
  return [...found.values()].sort((a, b) => families.indexOf(a.family) - families.indexOf(b.family));
}

/** True if one of our own fonts can draw a character, or if it's drawn along with its neighbors. */
export function hasScriptFont(codePoint: number): boolean {
  const character = String.fromCodePoint(codePoint);
  return JOINING.test(character) || scriptFontsFor(character, () => false).length > 0;
}

let folder: string | undefined;
const unpacked = new Map<string, Promise<string>>();

/**
 * Returns the path of a font file that the drawing library can read. The library doesn't support WOFF 2
 * compression, so each file is unpacked once, when first needed, into a folder of this process.
 */
export function unpackFont(file: string): Promise<string> {
  const known = unpacked.get(file) ?? unpack(file);
  unpacked.set(file, known);
  known.catch(() => unpacked.delete(file));
  return known;
}

async function unpack(file: string): Promise<string> {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "fanfare-fonts-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const { default: decompress } = await import("woff2-encoder/decompress");
  const [packageName = "", name = ""] = file.split("/files/");
  const path = join(folder, name.replace(/\.woff2$/, ".ttf"));
  const packed = join(dirname(resolve(`${packageName}/unicode.json`)), "files", name);
  await writeFile(path, await decompress(await readFile(packed)));
  return path;
}
