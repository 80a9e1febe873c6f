import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";

const ROOT = resolve(import.meta.dirname, "../..");

/** The product's files that match a pattern, without their tests. */
export function sources(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
}

export function read(file: string): string {
  return readFileSync(resolve(ROOT, file), "utf8");
}

export interface SourceLocation {
  node: ts.Node;
  source: ts.SourceFile;
}

/** `file:line`. Only for those that are shown: counting lines took as long as parsing. */
export function placeOf({ node, source }: SourceLocation): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}

const walked = new Map<string, SourceLocation[]>();

/** Every node of a file's syntax tree. */
export function walk(file: string): SourceLocation[] {
  const known = walked.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const places: SourceLocation[] = [];
  const visit = (node: ts.Node): void => {
    places.push({ node, source });
    ts.forEachChild(node, visit);
  };
  visit(source);
  walked.set(file, places);
  return places;
}
