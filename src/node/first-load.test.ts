import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** As `npm test` has built it. */
const CLIENT = join(ROOT, "dist/client");

const FIRST_LOAD_BYTES_MAX = 250_000;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What the document of every screen makes a browser fetch before anything is seen: scripts, styles, and the font. */
function firstFiles(html: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8"),
  );
  const files = new Set<string>();
  const add = (name: string) => {
    const { file = "", css = [], imports = [] } = manifest[name] ?? {};
    if (files.has(file)) return;
    for (const one of [file, ...css]) files.add(one);
    for (const one of imports) add(one);
  };
  add("index.html");
  for (const [, preloaded = ""] of html.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)) files.add(preloaded);
  return [...files];
}

/** As it goes to a browser: fonts are compressed by themselves. */
function bytesSent(file: string): number {
  return statSync(join(CLIENT, file.endsWith(".woff2") ? file : `${file}.br`)).size;
}

function classesIn(text: string): Set<string> {
  return new Set(text.match(/\bm_[0-9a-f]{4,8}\b/g));
}

describe("first-load", () => {
  it("Links and Profiles weigh at most 250 KB, compressed, with everything that they load first", () => {
    const html = readFileSync(join(CLIENT, "index.html"), "utf8");
    const files = firstFiles(html);
    expect(files.filter((file) => file.endsWith(".woff2"))).toHaveLength(1);
    const bytes = files.reduce((sum, file) => sum + bytesSent(file), gzipSync(html).length);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  });

  it("every component of the dashboard has its styles", () => {
    const all = classesIn(readFileSync(join(ROOT, "node_modules/@mantine/core/styles.css"), "utf8"));
    const built = readdirSync(join(CLIENT, "assets"));
    const textOf = (ending: string) =>
      built
        .filter((file) => file.endsWith(ending))
        .map((file) => readFileSync(join(CLIENT, "assets", file), "utf8"))
        .join("\n");
    const styled = classesIn(textOf(".css"));
    const used = [...classesIn(textOf(".js"))].filter((name) => all.has(name));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !styled.has(name))).toEqual([]);
  });
});
