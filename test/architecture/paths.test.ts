import ts from "typescript";
import { expect, it } from "vitest";
import { GO_PATH, PATHS } from "#src/lib/paths.ts";
import { sources, walk } from "./sources.ts";

/** `/dashboard`, `/help`, `/api`, and so on, at the start of any path. */
const firstSegments = new Set([...Object.values(PATHS), GO_PATH].map((path) => path.split(/[/?]/)[1] ?? ""));
const OWN_PATH = new RegExp(`(?<![\\w.}/-])/(?:${[...firstSegments].join("|")})(?![\\w-])`);

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isJsxText(node) ||
  ts.isRegularExpressionLiteral(node);

/** Module imports, and paths in contracts, which are relative to `/api/v1`. */
const isElsewhere = ({ parent }: ts.Node, { fileName }: ts.SourceFile) =>
  ts.isImportDeclaration(parent) || (ts.isCallExpression(parent) && fileName.endsWith("contract.ts"));

it("the product's own paths are written down once, in lib/paths.ts", () => {
  const literals = sources("src/**/*.{ts,tsx}")
    .filter((file) => file !== "src/lib/paths.ts")
    .flatMap(walk)
    .filter(({ node, source }) => {
      if (!isText(node) || isElsewhere(node, source)) return false;
      return OWN_PATH.test(node.getText(source).replaceAll("\\/", "/"));
    });
  expect(literals.map(({ place }) => place)).toEqual([]);
});
