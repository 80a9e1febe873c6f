import ts from "typescript";
import { expect, it } from "vitest";
import { COOKIES, isListed, STORAGE } from "#src/features/public/legal/built-in/browser-storage-list.ts";
import { placeOf, read, type SourceLocation, sources, walk } from "./sources.ts";

const files = sources("src/**/*.{ts,tsx}");
const STORES = /(?:getItem|setItem|removeItem)\(|(?:local|session)Storage|useLocalStorage/;

/** Constants, which other files name, too. */
const constants = files.flatMap((file) =>
  walk(file).filter(
    ({ node }) => ts.isVariableDeclaration(node) && /^[A-Z_]+$/.test(nameOf(node.name) ?? ""),
  ),
);

/** How the texts begin that an expression in a file can be; undefined where that isn't known. */
function beginnings(node: ts.Expression, places: SourceLocation[]): (string | undefined)[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isCallExpression(node) && nameOf(node) === "cookieName" && node.arguments[0])
    return beginnings(node.arguments[0], places);
  if (ts.isTemplateExpression(node)) {
    const [span] = node.templateSpans;
    return node.head.text === "" && span ? beginnings(span.expression, places) : [node.head.text];
  }
  const isMeant = ({ node: one }: SourceLocation) => {
    const isNamed = nameOf((one as ts.NamedDeclaration).name) === nameOf(node);
    const scope = ts.findAncestor(one.parent, ts.isFunctionLike);
    return (
      isNamed &&
      !ts.isImportSpecifier(one) &&
      (!scope || ts.findAncestor(node, (outer) => outer === scope) !== undefined)
    );
  };
  const here = places.filter(isMeant);
  const found = (here.length > 0 ? here : constants.filter(isMeant)).flatMap(({ node: one }) => {
    if (ts.isVariableDeclaration(one)) return one.initializer ? [one.initializer] : [];
    if (ts.isParameter(one)) return passedFor(one, places);
    return ts.isFunctionLike(one) ? returnedBy(one, places) : [];
  });
  return found.length > 0 ? found.flatMap((one) => beginnings(one, places)) : [undefined];
}

function nameOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isCallExpression(node)) return nameOf(node.expression);
  if (ts.isPropertyAccessExpression(node)) return nameOf(node.name);
  return ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? node.text : undefined;
}

function passedFor(parameter: ts.ParameterDeclaration, places: SourceLocation[]): ts.Expression[] {
  const { parent } = parameter;
  const place = parent.parameters.indexOf(parameter);
  const name = nameOf(parent.name) ?? nameOf((parent.parent as ts.NamedDeclaration).name);
  return places.flatMap(({ node }) => {
    const isCall = ts.isCallExpression(node) && nameOf(node.expression) === name;
    return isCall && node.arguments[place] ? [node.arguments[place]] : [];
  });
}

function returnedBy(made: ts.SignatureDeclaration, places: SourceLocation[]): ts.Expression[] {
  return places.flatMap(({ node }) =>
    ts.isReturnStatement(node) && node.expression && ts.findAncestor(node, ts.isFunctionLike) === made
      ? [node.expression]
      : [],
  );
}

/** The keys that a file's calls name, and those it hands to libraries as `key`. */
function keysIn(file: string): ts.Expression[] {
  return walk(file).flatMap(({ node }) => {
    if (!ts.isCallExpression(node)) return [];
    const [first] = node.arguments;
    const called = nameOf(node.expression) ?? "";
    if (/^(?:get|set|remove)Item$/.test(called)) return first ? [first] : [];
    if (!/LocalStorage|localStorage|SessionStorage/.test(called) || !first) return [];
    return ts.isObjectLiteralExpression(first)
      ? first.properties.flatMap((one) =>
          ts.isPropertyAssignment(one) && nameOf(one.name) === "key" ? [one.initializer] : [],
        )
      : [first];
  });
}

it("every key in a browser's storage is in the Cookie Policy", () => {
  const keys = files
    .filter((file) => STORES.test(read(file)))
    .flatMap((file) => {
      const places = walk(file);
      // Scripts in the page's head are text.
      const inText = [...read(file).matchAll(/(?:local|session)Storage(?:\.(?!\w+Item)|\[")(\w+)/g)];
      return [...keysIn(file).flatMap((key) => beginnings(key, places)), ...inText.map(([, key]) => key)].map(
        (key) => ({ file, key }),
      );
    });
  expect(new Set(keys.map(({ key }) => key)).size).toBeGreaterThan(12);
  const isKnown = (key = "") => isListed(STORAGE, key) || isListed(STORAGE, `${key} `);
  expect(keys.filter(({ key }) => !isKnown(key))).toEqual([]);
});

it("every cookie is in the Cookie Policy", () => {
  const cookies = files.flatMap((file) =>
    walk(file).flatMap(({ node, source }) => {
      const isCookie = ts.isTemplateExpression(node) && /; ?Path=/.test(node.getText());
      const place = () => placeOf({ node, source });
      return isCookie ? beginnings(node, walk(file)).map((name) => ({ place: place(), name })) : [];
    }),
  );
  expect(new Set(cookies.map(({ name }) => name)).size).toBe(4);
  expect(cookies.filter(({ name = "" }) => !isListed(COOKIES, name))).toEqual([]);
});
