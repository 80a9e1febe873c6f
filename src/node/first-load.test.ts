// @project unit
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#src/lib/language.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** As built by `npm test`. */
const CLIENT = join(ROOT, "dist/client");

/** As `languages/plugin.ts` writes them. A minified script may have the first letters of one. */
const MARK = /\[\[L\w+\.\d+\|/;

const FIRST_LOAD_BYTES_MAX = 159_000;

/** Text by which to recognize menus, tooltips, and the URL check. */
const LATER = ["data-menu-item", "floating-ui", "vbscript"];

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What every screen's document makes a browser fetch before anything is visible: scripts and styles. */
function firstFiles(): string[] {
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
  return [...files];
}

/** Its size as sent to a browser. */
function bytesSent(file: string): number {
  return statSync(join(CLIENT, `${file}.br`)).size;
}

function classesIn(text: string): Set<string> {
  return new Set(text.match(/\bm_[0-9a-f]{4,8}\b/g));
}

/** The style sheets that each of a script's imports loads, in order. */
function stylesLoadedBy(script: string): string[][] {
  const [, list = ""] = /__vite__mapDeps=.*?m\.f=\[(.*?)\]/s.exec(script) ?? [];
  const files = [...list.matchAll(/"([^"]*)"/g)].map(([, file = ""]) => file);
  const imports = [...script.matchAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g)];
  return imports.map(([, indices = ""]) =>
    indices
      .split(",")
      .map((index) => files[Number(index)] ?? "")
      .filter((file) => file.endsWith(".css")),
  );
}

/** `kit/deferred.css`, and nothing of ours. */
const isLater = (style: string) => /\/shared-/.test(style);

describe("first-load", () => {
  it("Links and Profiles take at most 159 KB, compressed, with everything they load first", () => {
    const html = readFileSync(join(CLIENT, "index.html"), "utf8");
    const files = firstFiles();
    const bytes = files.reduce((sum, file) => sum + bytesSent(file), gzipSync(html).length);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES_MAX);
  });

  it("a page's script and the workers are one file each", () => {
    const script = readdirSync(join(CLIENT, "assets")).filter((name) => /^visitor-page-.*\.js$/.test(name));
    expect(script).toHaveLength(1);
    for (const file of [`assets/${script[0]}`, "sw.js", "push.js"])
      expect(readFileSync(join(CLIENT, file), "utf8"), file).not.toMatch(/\bimport\b/);
  });

  it("nothing competes with the script for the network: not the font, and not code for the first click", () => {
    const html = readFileSync(join(CLIENT, "index.html"), "utf8");
    const fetched = [...html.matchAll(/(?:src|modulepreload"[^>]* href)="\/([^"]*\.js)"/g)].map(
      ([, file]) => file,
    );
    expect(fetched.sort()).toEqual(
      firstFiles()
        .filter((file) => file.endsWith(".js"))
        .sort(),
    );
    expect(html).not.toContain('rel="preload"');
    const script = firstFiles()
      .filter((file) => file.endsWith(".js"))
      .map((file) => readFileSync(join(CLIENT, file), "utf8"))
      .join("\n");
    expect(LATER.filter((mark) => script.includes(mark))).toEqual([]);
  });

  it("the first scripts are compiled while they’re loading, and React runs before the rest is there", () => {
    const html = readFileSync(join(CLIENT, "index.html"), "utf8");
    const scripts = [...html.matchAll(/<script type="module"[^>]* src="\/([^"]*)"/g)].map(
      ([, file = ""]) => file,
    );
    expect(scripts).toEqual([
      expect.stringMatching(/^assets\/react-/),
      expect.stringMatching(/^assets\/dashboard-/),
    ]);
    for (const script of scripts) {
      const [firstLine] = readFileSync(join(CLIENT, script), "utf8").split("\n", 1);
      expect(firstLine).toBe("//# allFunctionsCalledOnLoad");
    }
    // It runs from a separate file rather than only once the other one imports it.
    const [react = ""] = scripts;
    expect(readFileSync(join(CLIENT, react), "utf8")).toMatch(/\)\(\);export\{/);
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

  it("our own styles come after Mantine’s that they override, whichever screen is opened first", () => {
    const folder = join(CLIENT, "assets");
    const lists = readdirSync(folder)
      .filter((file) => file.endsWith(".js"))
      .flatMap((file) => stylesLoadedBy(readFileSync(join(folder, file), "utf8")))
      .filter((styles) => styles.some(isLater));
    expect(lists.length).toBeGreaterThan(50);
    const isLoaded = (style: string) => /\/(?:dashboard|soon)-/.test(style);
    expect(lists.filter((styles) => !isLater(styles.find((style) => !isLoaded(style)) ?? ""))).toEqual([]);
  });

  it("every language’s document loads its own scripts, all of which exist, and no mark is left in any", () => {
    const scripts = (folder: string) =>
      readdirSync(join(CLIENT, folder)).filter(
        (file) => file.endsWith(".js") && !/^(?:visitor|site|api)-/.test(file),
      );
    for (const language of LANGUAGES.filter((one) => one !== "en")) {
      const html = readFileSync(join(CLIENT, `index.${language}.html`), "utf8");
      expect(html).toContain(`<html lang="${language}"`);
      const [, folder = ""] = new RegExp(`/(assets/${language}-[0-9a-f]+)/`).exec(html) ?? [];
      expect(html.match(/"\/assets\/[^"]*\.js"/g)?.every((path) => path.includes(folder))).toBe(true);
      for (const file of scripts(folder)) {
        const script = readFileSync(join(CLIENT, folder, file), "utf8");
        expect(script).not.toMatch(MARK);
        for (const [, path = ""] of script.matchAll(/"(assets\/[^"]+\.js)"/g)) expect(path).toContain(folder);
        for (const [, name = ""] of script.matchAll(/(?:from|import\()[`"]\.\/([^`"]+\.js)/g))
          expect(readdirSync(join(CLIENT, folder))).toContain(name);
      }
    }
    for (const file of scripts("assets"))
      expect(readFileSync(join(CLIENT, "assets", file), "utf8")).not.toMatch(MARK);
  });
});
