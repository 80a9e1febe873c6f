/*
 * Whether each regular expression in `src` takes time in proportion to a text's length. What someone else writes may
 * be made to take the square of that or worse, and nobody else is served meanwhile. Where the text is short anyway,
 * `// regex-ignore:` above it says why.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { check } from "recheck";
import ts from "typescript";

/**
 * Hashes of those found safe, because looking at all of them takes minutes. Others are looked at each time;
 * `node bin/regexes.mjs --keep` adds them.
 */
const SAFE = "bin/safe-regexes.txt";
const TIMEOUT_MS = 20_000;
const IGNORED = /\/\/ regex-ignore: \S/;
/** Above the first line of code: each one in the file reads a short text. */
const FILE_IGNORED = /^\/\/ regex-ignore-file: \S/m;

/** The build's own text, and tests. */
const LEFT_OUT = /^src\/languages\/|\.test\.tsx?$/;

/** The text that an expression stands for, if it's made of this file's own constants. */
function textOf(node, constants) {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && textOf(value, constants);
  }
  if (ts.isTaggedTemplateExpression(node)) return templateText(node.template, constants, true);
  if (ts.isTemplateExpression(node)) return templateText(node, constants, false);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression: list } = node.expression;
  if (name.text !== "join" || !ts.isArrayLiteralExpression(list)) return undefined;
  const parts = list.elements.map((element) => textOf(element, constants));
  return parts.includes(undefined) ? undefined : parts.join(textOf(node.arguments[0], constants));
}

function templateText(template, constants, isRaw) {
  const piece = (part) => (isRaw ? part.rawText : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(template)) return piece(template);
  const parts = template.templateSpans.map(({ expression, literal }) => {
    const value = textOf(expression, constants);
    return value === undefined ? undefined : value + piece(literal);
  });
  return parts.includes(undefined) ? undefined : piece(template.head) + parts.join("");
}

const isBuilt = (node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp";

/** The regular expressions of a file. Without a source where it's only known at run time. */
function regexesIn(file) {
  const text = readFileSync(file, "utf8");
  if (FILE_IGNORED.test(text)) return [];
  const lines = text.split("\n");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = new Map();
  const found = [];
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer)
      constants.set(node.name.getText(), node.initializer);
    const isLiteral = node.kind === ts.SyntaxKind.RegularExpressionLiteral;
    if (isLiteral || isBuilt(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line;
      const end = node.getText().lastIndexOf("/");
      const [source, flags] = isLiteral
        ? [node.getText().slice(1, end), node.getText().slice(end + 1)]
        : [textOf(node.arguments[0], constants), node.arguments[1]?.text ?? ""];
      // A formatter may put it on a line below its name.
      if (!lines.slice(Math.max(0, line - 2), line).some((above) => IGNORED.test(above)))
        found.push({ at: `${file}:${line + 1}`, source, flags });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const { version } = JSON.parse(readFileSync("node_modules/recheck/package.json", "utf8"));
const keyOf = ({ source, flags }) =>
  createHash("sha256").update(`${version} ${flags} ${source}`).digest("base64url").slice(0, 16);

const known = new Set(readFileSync(SAFE, "utf8").split("\n"));
const files = globSync("src/**/*.{ts,tsx}").filter((file) => !LEFT_OUT.test(file));
const used = new Set();
let failed = false;
for (const regex of files.flatMap(regexesIn)) {
  const { at, source, flags } = regex;
  const complain = (why) => {
    failed = true;
    console.error(`${at}: ${why}`);
  };
  if (source === undefined) {
    complain(
      "what this regular expression is made of isn't here. Write it out, or say `// regex-ignore:` and why.",
    );
    continue;
  }
  const key = keyOf(regex);
  if (!known.has(key)) {
    // These flags change nothing about how long it takes.
    const { status, complexity, attack } = await check(source, flags.replace(/[gdy]/g, ""), {
      timeout: TIMEOUT_MS,
      // Steps are counted instead. On a busy machine, a second was over before a safe expression was through.
      attackTimeout: null,
      incubationTimeout: null,
    });
    if (status !== "safe") {
      complain(
        `/${source}/ is ${complexity?.summary ?? "too large to tell"}, such as for ${attack?.pattern ?? "?"}`,
      );
      continue;
    }
    known.add(key);
  }
  used.add(key);
}
if (process.argv.includes("--keep")) writeFileSync(SAFE, `${[...used].sort().join("\n")}\n`);
process.exit(failed ? 1 : 0);
