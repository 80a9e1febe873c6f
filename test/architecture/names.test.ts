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
      const name = exportedQuery(node);
      return name !== undefined && !VERBS.test(name) ? [`${place} ${name}`] : [];
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

it("an object is one literal, not several that are spread to keep lines short", () => {
  const spread = sources("{src,test,bench}/**/*.{ts,tsx}").flatMap((file) =>
    walk(file).flatMap(({ node, place }) =>
      (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
      ts.isObjectLiteralExpression(bare(node.expression))
        ? [place]
        : [],
    ),
  );
  expect(spread).toEqual([]);
});

/** An expression without parentheses and type assertions around it. */
function bare(expression: ts.Expression): ts.Expression {
  const isAround =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression);
  return isAround ? bare(expression.expression) : expression;
}
