import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import { SLICES } from "#src/features/order.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(resolve(ROOT, file), "utf8");

/** Sections of other documents are cited after their name: `RFC 9562 §5.7`. */
const CITATION = /(?<!\b(?:RFC|WCAG|IEC) [\d.]+ )§(\d+(?:\.\d+)*)/g;

it("every section that the code cites is in docs/specification.md", () => {
  const sections = new Set(
    [...read("docs/specification.md").matchAll(/^## (\d+)\. /gm)].map(([, number]) => number),
  );
  const files = globSync("{src,test,bench,bin,docs}/**/*.{ts,tsx,mjs,css,md}", { cwd: ROOT });
  const cited = files.flatMap((file) =>
    [...read(file).matchAll(CITATION)].map(([, section = ""]) => ({ file, section })),
  );
  expect(cited.length).toBeGreaterThan(300);
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
});

/** Rules of e-mail, which no server's reply code (`5.1.1`) looks like. */
const RULE = /\b(?:email\.md (5\.[\d.]*\d)|(5\.(?:9|10|11)(?:\.\d+)?))\b/g;

it("every rule of e-mail that the code cites is in docs/email.md", () => {
  const rules = new Set(
    [...read("docs/email.md").matchAll(/^(?:## |- \*\*)(5\.[\d.]*\d)\b/gm)].map(([, rule]) => rule),
  );
  const files = globSync("{src,test,bench,bin}/**/*.{ts,tsx,mjs}", { cwd: ROOT });
  const cited = files.flatMap((file) =>
    [...read(file).matchAll(RULE)].map(([, named, numbered]) => ({ file, rule: named ?? numbered })),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ rule }) => !rules.has(rule))).toEqual([]);
});

it("every file that a document links to exists", () => {
  const documents = globSync(["*.md", "docs/**/*.md"], { cwd: ROOT });
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, target = ""]) => resolve(ROOT, dirname(document), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${document} links to ${target}`),
  );
  expect(broken).toEqual([]);
});

it("the architecture page lists the slices in order, each with its tables", () => {
  const listed = [
    ...read("docs/architecture.md").matchAll(/^\| `([a-z-]+\/[a-z-]+)` \| [^|]+ \|([^|]*)\|$/gm),
  ];
  expect(listed.map(([, slice]) => slice)).toEqual(SLICES);
  for (const [, slice = "", cell = ""] of listed) {
    const tables = globSync(`src/features/${slice}/**/*tables.ts`, { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/pgTable\(\s*"(\w+)"/g)].map(([, table]) => table),
    );
    expect([...cell.matchAll(/`(\w+)`/g)].map(([, table]) => table).sort(), slice).toEqual(tables.sort());
  }
});
