import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rollup } from "vite";
import { LANGUAGES } from "../lib/language.ts";
import { type Message, messagesIn, type Piece } from "./messages.ts";

export type Catalogue = Record<string, string>;

export function readCatalogue(name: string): Catalogue {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), "utf8"));
}

/**
 * Reads the texts of the dashboard by language. Some of them are the server's sentences, for checks before a
 * request.
 */
export function readCatalogues(): Record<string, Catalogue> {
  const translated = LANGUAGES.filter((language) => language !== "en");
  return Object.fromEntries(
    translated.map((one) => [one, { ...readCatalogue(`${one}-server`), ...readCatalogue(one) }]),
  );
}

/**
 * Returns a message's parts in one language: before, between, and after the placeholders, or both forms of a
 * plural.
 */
export function partsOf(text: string): string[] {
  return /^[^{}|]+\|[^{}|]+$/.test(text) ? text.split("|") : text.split(/\{\d+!?\}/);
}

const HASH_CHARS = 10;
const MARK = /\[\[L(\w+)\.(\d+)\|(.*?)\|L\]\]/gs;

/** The modules whose texts are translated. Visitors' texts stay as visitors see them, in previews, too. */
export const TRANSLATED = {
  include: /\/src\/.*\.tsx?(?:\?errors)?$/,
  exclude: /\/src\/features\/(?:[^/]+\/)+page\/(?!starter-templates)/,
};

/**
 * Writes every script of the dashboard once more for each language, into a folder of its own. In the source,
 * every text is plain English. While modules are read, texts get marks, and when the scripts are complete,
 * each mark becomes the English or its translation. So nothing is translated while the dashboard runs.
 */
export function translationPlugin(catalogues: Record<string, Catalogue>): Plugin {
  const keys = new Map<string, string>();
  return {
    name: "in-every-language",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: TRANSLATED },
      handler(code, id) {
        const messages = messagesIn(id.replace("?errors", ""), code);
        for (const { key } of messages) keys.set(hashOf(key), key);
        return { code: marked(code, messages, Object.values(catalogues)), map: null };
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        for (const [language, catalogue] of Object.entries(catalogues)) {
          const folder = `assets/${language}-${hashOf(JSON.stringify(catalogue))}`;
          const parts = new Map([...keys].map(([hash, key]) => [hash, partsOf(catalogue[key] ?? key)]));
          for (const chunk of chunks) {
            const source = inFolder(folder, translated(chunk.code, parts));
            this.emitFile({ type: "asset", fileName: chunk.fileName.replace("assets", folder), source });
          }
          this.emitFile({
            type: "asset",
            fileName: `index.${language}.html`,
            source: documentOf(bundle, { language, folder, catalogue }),
          });
        }
        for (const chunk of chunks) chunk.code = chunk.code.replace(MARK, "$3");
      },
    },
  };
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS);

/** Returns the code with a mark around each text. */
function marked(code: string, messages: Message[], catalogues: Catalogue[]): string {
  const edits = messages.flatMap(({ key, pieces }) => {
    const translations = catalogues.map((catalogue) => partsOf(catalogue[key] ?? key));
    // Between two elements without a text, there's one only if a language needs it.
    const isNeeded = ({ as, text }: Piece, index: number) =>
      as !== "children" || text !== "" || translations.some((parts) => parts[index] !== "");
    return pieces.flatMap((piece, index) =>
      isNeeded(piece, index)
        ? [{ ...piece, code: written(piece, `[[L${hashOf(key)}.${index}|${piece.text}|L]]`) }]
        : [],
    );
  });
  let result = code;
  for (const { start, end, as, code: edit } of edits.sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + edit + result.slice(as === "argument" ? start : end);
  return result;
}

function written({ as, text }: Piece, mark: string): string {
  if (as === "template") return text === "" ? mark : mark.replace(/[\\`]|\$\{/g, "\\$&");
  const string = JSON.stringify(mark);
  if (as === "argument") return `, ${string}`;
  return as === "string" ? string : `{${string}}`;
}

/** Returns the code with the texts in one language, between their original spaces. */
function translated(code: string, parts: Map<string, string[]>): string {
  return code.replace(MARK, (...found) => {
    const [, hash, index, english] = found as [string, string, string, string];
    const texts = parts.get(hash) ?? [];
    const before = index === "0" ? /^\s*/.exec(english)?.[0] : "";
    const after = Number(index) === texts.length - 1 ? /\s*$/.exec(english)?.[0] : "";
    return before + escaped(texts[Number(index)] ?? "") + after;
  });
}

/** Safe in any quotes and in a template. */
const escaped = (text: string) => text.replace(/[\\"'`$]/g, "\\$&").replace(/\n/g, "\\n");

/** Scripts load each other by their relative path, and preload by the absolute one. */
function inFolder(folder: string, code: string): string {
  return code.replace(/(?<="\/?)assets(?=\/[^"/]+\.js")/g, folder);
}

interface Spoken {
  language: string;
  folder: string;
  catalogue: Catalogue;
}

function documentOf(bundle: Rollup.OutputBundle, { language, folder, catalogue }: Spoken): string {
  const page = bundle["index.html"];
  if (page?.type !== "asset") throw new Error("The dashboard has no index.html");
  const html = inFolder(folder, String(page.source).replace('lang="en"', `lang="${language}"`));
  return html.replace(/(?<=<noscript>)[^<]*/, (text) => catalogue[text] ?? text);
}
