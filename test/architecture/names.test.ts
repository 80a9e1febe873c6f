import { basename } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { sources, walk } from "./sources.ts";

/** Words that end in -ing and are what people call the thing. */
const NOUNS =
  /^(?:billing|email-encoding|landing|marketing|(?:aggregate-)?tracking|stripe-mapping|AdultWarning|Pricing)\.tsx?$/;

it("a file in a slice is named by a noun, as people would search for it", () => {
  const gerunds = sources("src/features/**/*ing.{ts,tsx}").filter((file) => !NOUNS.test(basename(file)));
  expect(gerunds).toEqual([]);
});

/** `purge` is a matter of retention, `erase` of privacy, `lock` is SELECT FOR UPDATE, and `claim` takes a lease. */
const VERBS = /^(?:find|get|list|count|insert|update|upsert|delete|lock|claim|purge|erase|is|has)[A-Z]/;

it("a store’s functions say by their verb what they do to the database", () => {
  const others = sources("src/{features,platform}/**/*store.ts").flatMap((file) =>
    walk(file).flatMap(({ node, place }) => {
      if (!ts.isFunctionDeclaration(node) || !node.modifiers?.length || !node.name) return [];
      const [first] = node.parameters;
      const isQuery = first?.name.getText() === "db";
      return isQuery && !VERBS.test(node.name.text) ? [`${place} ${node.name.text}`] : [];
    }),
  );
  expect(others).toEqual([]);
});

it("an object is one literal, not several that are spread to keep lines short", () => {
  const spread = sources("{src,test,bench}/**/*.{ts,tsx}").flatMap((file) =>
    walk(file).flatMap(({ node, place }) =>
      (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
      ts.isObjectLiteralExpression(node.expression)
        ? [place]
        : [],
    ),
  );
  expect(spread).toEqual([]);
});
