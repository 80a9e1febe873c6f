import { parseSync } from "vite";
import { isNode, type Node, nameOf } from "./syntax.ts";
import { codeValues, isLabel, isPart, isSentence, isShown, isWord } from "./translatable-text.ts";

/** A range of the source that holds one part of a message. */
export interface Piece {
  start: number;
  end: number;
  text: string;
  /**
   * The syntax of the range: between tags, as an attribute's value, in quotes, in a template, or not yet at
   * all.
   */
  as: "children" | "attribute" | "string" | "template" | "argument";
}

/**
 * A text that people read. Its key is the English, with `{0}`, `{1}` … as placeholders. `pieces` has the
 * parts before, between, and after those.
 */
export interface Message {
  key: string;
  pieces: Piece[];
}

type Found = (message: Message) => void;

/** Returns every text in a module that people read, in the order of the source. */
export function messagesIn(file: string, code: string): Message[] {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const messages: Message[] = [];
  visit(program as unknown as Node, [], (message) => messages.push(message));
  return messages;
}

function visit(node: Node, above: Node[], found: Found): void {
  if (/^(?:TS(?!As|NonNull|Satisfies)|Import|ExportAll)/.test(node.type)) return;
  if (node.type === "JSXElement" || node.type === "JSXFragment") childrenOf(node, found);
  else if (isPlural(node)) {
    found(pluralOf(node));
    visit(node.arguments[0], [node, ...above], found);
    return;
  } else if (node.type === "Literal" || node.type === "TemplateLiteral") textOf(node, above, found);
  const hidden = codeValues(node);
  for (const [key, child] of Object.entries(node)) {
    if (hidden.has(key)) continue;
    for (const one of Array.isArray(child) ? child : [child]) {
      if (isNode(one)) visit(one, [node, ...above], found);
    }
  }
}

/** The text between tags is one message, with a placeholder for every element and expression. */
function childrenOf(node: Node, found: Found): void {
  const runs: (Piece | Node)[] = [];
  for (const child of node.children as Node[]) {
    const text = textBetween(child);
    if (text === "") continue;
    const before = runs.at(-1);
    if (text === undefined) runs.push(child);
    else if (before && "as" in before) Object.assign(before, { end: child.end, text: before.text + text });
    else runs.push({ start: child.start, end: child.end, text, as: "children" });
  }
  // Pictures and buttons beside a text aren't part of it. Numbers and names are.
  const isBeside = (one: Piece | Node | undefined) =>
    one !== undefined && "type" in one && one.type !== "JSXExpressionContainer";
  while (isBeside(runs[0])) runs.shift();
  while (isBeside(runs.at(-1))) runs.pop();
  if (!runs.some((one) => "as" in one && /\p{L}{2}/u.test(one.text as string))) return;
  const pieces: Piece[] = [];
  for (const [index, one] of runs.entries()) {
    if ("as" in one) pieces.push(one as Piece);
    else {
      const before = runs[index - 1];
      if (!before || !("as" in before))
        pieces.push({ start: one.start, end: one.start, text: "", as: "children" });
      if (index === runs.length - 1) pieces.push({ start: one.end, end: one.end, text: "", as: "children" });
    }
  }
  found(messageOf(pieces));
}

/** Returns a child's text: undefined for elements and expressions, empty for comments and indentation. */
function textBetween(child: Node): string | undefined {
  if (child.type === "JSXText") return jsxText(String(child.value));
  if (child.type !== "JSXExpressionContainer") return undefined;
  const { type, value } = child.expression as Node;
  if (type === "JSXEmptyExpression") return "";
  return type === "Literal" && typeof value === "string" ? value : undefined;
}

/** Reads text as JSX does: lines are trimmed and joined by spaces, empty ones don't count. */
function jsxText(raw: string): string {
  const lines = raw.split(/\r\n|\n|\r/);
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : line.replace(/^[ \t]+/, "");
      return index === lines.length - 1 ? start : start.replace(/[ \t]+$/, "");
    })
    .filter((line) => line !== "")
    .join(" ");
}

interface Plural extends Node {
  arguments: [Node, Node, Node?];
}

function isPlural(node: Node): node is Plural {
  if (node.type !== "CallExpression" || nameOf(node.callee) !== "plural") return false;
  const [, one, many] = node.arguments as (Node | undefined)[];
  return one?.type === "Literal" && (!many || many.type === "Literal");
}

/** `plural(count, "link")`: both forms, as `link|links`. */
function pluralOf({ arguments: [, one, many] }: Plural): Message {
  const first: Piece = { start: one.start, end: one.end, text: String(one.value), as: "string" };
  const second: Piece = many
    ? { start: many.start, end: many.end, text: String(many.value), as: "string" }
    : { start: one.end, end: one.end, text: `${one.value}s`, as: "argument" };
  return { key: `${first.text}|${second.text}`, pieces: [first, second] };
}

function textOf(node: Node, above: Node[], found: Found): void {
  const [parent, grandparent] = above;
  if (!parent) return;
  if (node.type === "TemplateLiteral") {
    if (parent.type === "TaggedTemplateExpression") return;
    const pieces = (node.quasis as Node[]).map((quasi) => {
      const { cooked, raw } = quasi.value as { cooked: string; raw: string };
      // With TypeScript, a part's range includes the backtick or brace before it.
      const start = quasi.end - quasi.start === raw.length ? quasi.start : quasi.start + 1;
      return { start, end: start + raw.length, text: cooked, as: "template" as const };
    });
    const message = messageOf(pieces);
    if (isSentence(message.key)) found(message);
    return;
  }
  if (typeof node.value !== "string") return;
  const isChild =
    parent.type === "JSXExpressionContainer" && /^JSX(?:Element|Fragment)$/.test(grandparent?.type ?? "");
  // Already found as part of the text between tags.
  if (isChild) return;
  const isWhole = isPart(node, above) || isLabel(above);
  const isShort = isWhole ? /\p{L}{2}/u : isShown(parent) ? /^\p{Ll}{2,}$/u : /(?!)/;
  if (!isSentence(node.value) && !isWord(node.value) && !isShort.test(node.value)) return;
  const as = parent.type === "JSXAttribute" ? "attribute" : "string";
  found({ key: node.value.trim(), pieces: [{ start: node.start, end: node.end, text: node.value, as }] });
}

function messageOf(pieces: Piece[]): Message {
  const key = pieces.map(({ text }, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join("");
  return { key: key.trim(), pieces };
}
