import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { packagedFont } from "#src/features/pages/profiles/page/fonts.ts";

const { resolve } = createRequire(import.meta.url);

/** Returns a subset of a font by the last part of its URL, as WOFF2; undefined if there's none. */
export async function readFont(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = packagedFont(name);
  return file === undefined ? undefined : new Uint8Array(await readFile(resolve(file)));
}

/** Returns the license that has to come along with a copy of the font. */
export function readFontLicense(name: string): Promise<string> {
  const [scope, family] = (packagedFont(name) ?? "").split("/");
  return readFile(resolve(`${scope}/${family}/LICENSE`), "utf8");
}
