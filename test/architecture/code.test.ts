import ts from "typescript";
import { expect, it } from "vitest";
import { GO_PATH, PATHS } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { placeOf, read, sources, walk } from "./sources.ts";

const LINES_MAX = 60;
const COMPONENT_LINES_MAX = 120;

/** A component is a function with a capitalized name in a file with elements. */
function linesMax(file: string, name: string): number {
  return file.endsWith(".tsx") && /^[A-Z]/.test(name) ? COMPONENT_LINES_MAX : LINES_MAX;
}

function nameOf(node: ts.FunctionLikeDeclaration): string {
  if (node.name) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "a function";
}

it("every function has at most 60 lines, a component 120, including methods and arrow functions", () => {
  const long = sources("{src,bench}/**/*.{ts,tsx}").flatMap((file) =>
    walk(file).flatMap(({ node, source }) => {
      if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return [];
      const lines = node.body
        .getText(source)
        .split("\n")
        .filter((line) => line.trim() !== "").length;
      const name = nameOf(node);
      return lines > linesMax(file, name) ? [{ place: placeOf({ node, source }), name, lines }] : [];
    }),
  );
  expect(long).toEqual([]);
});

/** Where code may read the system's clock. Everything else asks `ctx.now()`, which tests can set. */
const CLOCKS: Record<string, string> = {
  "src/platform/platform.ts": "the clock that everyone asks",
  "src/platform/limits.ts": "the library behind it counts by the system's clock",
  "src/features/identity/accounts/email-links/email-links.ts":
    "better-auth checks its expiry by the system's clock",
  "src/node/command.ts": "commands have no clock but the system's",
};

it("server code asks ctx.now() for the time", () => {
  const files = sources("src/{lib,platform,node,features}/**/*.{ts,tsx}").filter(
    (file) => !/^src\/features\/(?:[^/]+\/)+(?:ui|page)\//.test(file),
  );
  const readers = files.filter((file) =>
    walk(file).some(
      ({ node }) =>
        (ts.isNewExpression(node) &&
          node.expression.getText() === "Date" &&
          (node.arguments?.length ?? 0) === 0) ||
        (ts.isCallExpression(node) && /^Date(?:\.now)?$/.test(node.expression.getText())),
    ),
  );
  expect(readers.sort()).toEqual(Object.keys(CLOCKS).sort());
});

it("routes are a table from contracts to verbs, and no file of them makes or takes anything", () => {
  const functions = sources("src/features/**/routes.ts").flatMap((file) =>
    walk(file).flatMap((at) => {
      const { node } = at;
      if (ts.isFunctionDeclaration(node)) return [placeOf(at)];
      const isTop = ts.isVariableDeclaration(node) && ts.isSourceFile(node.parent.parent.parent);
      return isTop && node.initializer && ts.isFunctionLike(node.initializer) ? [placeOf(at)] : [];
    }),
  );
  expect(functions).toEqual([]);
});

/** Where a context gets its actor. Everyone else goes on with the one they got, or asks `context.ts` for another. */
const ACTORS: Record<string, string> = {
  "src/platform/context.ts": "the constructors",
  "src/platform/jobs/run-job.ts": "a job acts as itself",
  "src/platform/platform-account-part.ts": "hides in a copy of an event who of the staff it was",
};

it("nobody makes up who acts", () => {
  const makers = sources("src/{platform,node,features}/**/*.{ts,tsx}").filter((file) =>
    walk(file).some(
      ({ node }) =>
        ts.isObjectLiteralExpression(node) &&
        node.properties.some(ts.isSpreadAssignment) &&
        node.properties.some((property) => property.name?.getText() === "actor"),
    ),
  );
  expect(makers).toEqual(Object.keys(ACTORS).sort());
});

/** Some regions write “3:05 p.m.”, and a period after that would be a second one. */
it("no sentence ends with a time", () => {
  const ends = sources("src/**/*.{ts,tsx}").flatMap((file) =>
    [...read(file).matchAll(/whenWords\([^()]*\)\}\./g)].map(([words]) => `${file}: ${words}`),
  );
  expect(ends).toEqual([]);
});

/**
 * `clicks` writes its rows and the count that the owner sees in one transaction. Analytics defines that
 * count, and links show it.
 */
const SHARED_TABLES: Record<string, string[]> = { links: ["clicks", "links"] };

const WRITES = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?("?[a-z_]+"?|\$\{\w+\})/gi;

const STORES = /^src\/features\/(?:[^/]+\/)+(?:[a-z-]+-)?(?:store|tables)\.ts$/;
/** A statement, as it begins in our SQL. What people read begins with a capital letter. */
const STATEMENT = /\b(?:select\b[^.]*?\bfrom|insert into|update \S+(?: \w)? set|delete from)\s/;
/** Ways to run one. */
const RUNNERS = /\b(?:rowsOf|runPrepared)\b|\bdb\.(?:execute|select|selectDistinct|insert|update|delete)\(/;

it("only stores query", () => {
  const others = sources("src/{features,node,browser}/**/*.{ts,tsx}").filter((file) => !STORES.test(file));
  expect(others.length).toBeGreaterThan(500);
  const querying = others.filter(
    (file) =>
      RUNNERS.test(read(file)) ||
      walk(file).some(
        ({ node }) =>
          (ts.isTemplateLiteral(node) || ts.isStringLiteral(node)) && STATEMENT.test(node.getText()),
      ),
  );
  expect(querying).toEqual([]);
});

it("every table is written by one slice", () => {
  const tables = new Map<string, string>();
  for (const file of sources("src/{features,platform}/**/*tables.ts")) {
    for (const [, object = "", name = ""] of read(file).matchAll(/const (\w+) = pgTable\(\s*"(\w+)"/g))
      tables.set(object, name);
  }
  const writers = new Map<string, Set<string>>();
  for (const file of sources("src/{features,platform,node}/**/*.{ts,tsx}")) {
    const owner = /^src\/features\/[^/]+\/([^/]+)\//.exec(file)?.[1] ?? file.split("/")[1] ?? "";
    for (const object of writtenIn(file)) {
      const table = tables.get(object) ?? object;
      if ([...tables.values()].includes(table))
        writers.set(table, (writers.get(table) ?? new Set()).add(owner));
    }
  }
  const shared = [...writers].filter(([, owners]) => owners.size > 1);
  expect(writers.size).toBeGreaterThan(15);
  expect(Object.fromEntries(shared.map(([table, owners]) => [table, [...owners].sort()]))).toEqual(
    SHARED_TABLES,
  );
});

/**
 * The table objects and names that a file inserts into, updates, or deletes from, through the builder or in
 * SQL.
 */
function* writtenIn(file: string): Generator<string> {
  for (const { node, source } of walk(file)) {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(?:insert|update|delete)$/.test(node.expression.name.text)
    )
      yield node.arguments[0]?.getText(source) ?? "";
    if (ts.isTemplateLiteral(node) || ts.isStringLiteral(node))
      for (const [, target = ""] of node.getText(source).matchAll(WRITES))
        yield target.replace(/^\$\{|\}$|"/g, "");
  }
}

/** `/dashboard`, `/help`, `/api`, and so on, at the start of any path. */
const firstSegments = new Set(
  [...Object.values(PATHS), ...Object.values(STAFF_PATHS), GO_PATH].map(
    (path) => path.split(/[/?]/)[1] ?? "",
  ),
);
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

it("the product's own paths are written down once, in lib/paths.ts and lib/staff-paths.ts", () => {
  const literals = sources("src/**/*.{ts,tsx}")
    .filter((file) => !/^src\/lib\/(?:staff-)?paths\.ts$/.test(file))
    .flatMap(walk)
    .filter(({ node, source }) => {
      if (!isText(node) || isElsewhere(node, source)) return false;
      return OWN_PATH.test(node.getText(source).replaceAll("\\/", "/"));
    });
  expect(literals.map(placeOf)).toEqual([]);
});

it("an object is one literal, not several that are spread to keep lines short", () => {
  const spread = sources("{src,test,bench}/**/*.{ts,tsx}").flatMap((file) =>
    walk(file)
      .filter(
        ({ node }) =>
          (ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) &&
          ts.isObjectLiteralExpression(bare(node.expression)),
      )
      .map(placeOf),
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
