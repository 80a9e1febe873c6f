import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export interface Font {
  /** The path that the drawing library loads it from. */
  file: string;
  has(codePoint: number): boolean;
}

/**
 * The font that comes with the product. A bare server has none, and pictures should look the same on every
 * one.
 */
const FILES = {
  regular: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  bold: "@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf",
} as const;

const loaded = new Map<keyof typeof FILES, Font>();

/** Returns one of the fonts. Its file is read once, to find out which characters it has. */
export function fontOf(weight: keyof typeof FILES): Font {
  const known = loaded.get(weight);
  if (known) return known;
  const file = createRequire(import.meta.url).resolve(FILES[weight]);
  const characters = charactersOf(readFileSync(file));
  const font = { file, has: (codePoint: number) => characters.has(codePoint) };
  loaded.set(weight, font);
  return font;
}

/**
 * Returns the code points that a TrueType font has a glyph for, from its `cmap` in format 4 (OpenType 1.9),
 * which every font has.
 */
function charactersOf(font: Buffer): ReadonlySet<number> {
  const characters = new Set<number>();
  const table = subtable(font);
  const segments = font.readUInt16BE(table + 6) / 2;
  for (let segment = 0; segment < segments; segment++) {
    const at = table + 14 + 2 * segment;
    const end = font.readUInt16BE(at);
    const start = font.readUInt16BE(at + 2 * segments + 2);
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint++)
      characters.add(codePoint);
  }
  return characters;
}

function subtable(font: Buffer): number {
  const cmap = tableOf(font, "cmap");
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const at = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    if (font.readUInt16BE(at) === 4) return at;
  }
  throw new Error("The font has no table of characters that can be read.");
}

function tableOf(font: Buffer, tag: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = 12 + 16 * index;
    if (font.toString("latin1", at, at + 4) === tag) return font.readUInt32BE(at + 8);
  }
  throw new Error(`The font has no table "${tag}".`);
}
