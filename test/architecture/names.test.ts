import { basename } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { placeOf, sources, walk } from "./sources.ts";

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
    walk(file).flatMap((at) => {
      const name = exportedQuery(at.node);
      return name !== undefined && !VERBS.test(name) ? [`${placeOf(at)} ${name}`] : [];
    }),
  );
  expect(others).toEqual([]);
});

/** The name of an exported function that takes the database, however it's written. */
function exportedQuery(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node))
    return node.modifiers && takesDatabase(node) ? node.name?.text : undefined;
  if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isArrowFunction(node.initializer))
    return undefined;
  const statement = node.parent.parent;
  const isExported = ts.isVariableStatement(statement) && statement.modifiers !== undefined;
  return isExported && takesDatabase(node.initializer) ? node.name.getText() : undefined;
}

const takesDatabase = ({ parameters: [first] }: ts.FunctionLikeDeclaration) =>
  first?.name.getText() === "db" || first?.type?.getText() === "Db";
