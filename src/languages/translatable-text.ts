import { isNode, type Node, nameOf } from "./syntax.ts";

/** Attributes, properties, and functions whose values are for programs. */
const FOR_PROGRAMS = new Set(
  `className classNames style styles color c bg variant size radius type role id htmlFor key to href src target rel mode
  autoComplete inputMode order align justify wrap display position mb mt ml mr m p px py pt pb fz fw lh ff h w mah maw mih miw
  component viewBox d fill stroke transform accept method as kind queryKey mutationKey path params dateFormat valueFormat
  format timeZone locale currency unit notation event code field template zone
  data-testid transitionProps easing timingFunction gradient pattern enterKeyHint sandbox allow referrerPolicy media
  includes startsWith endsWith indexOf split join replace replaceAll match test querySelector querySelectorAll closest
  addEventListener removeEventListener getElementById createElement setAttribute getAttribute matchMedia fetch RegExp Error
  TypeError SyntaxError URL NumberFormat DateTimeFormat get set has append lazy import route flex aria-keyshortcuts setItem getItem`.split(
    /\s+/,
  ),
);

const isList = (node: unknown) => isNode(node) && node.type === "ArrayExpression";

const isFunction = (node: unknown) => isNode(node) && node.type.endsWith("FunctionExpression");

/**
 * True if a text is part of the shown content, however short: a branch of a condition between tags or in a
 * sentence.
 */
export function isPart(node: Node, above: readonly Node[]): boolean {
  const [parent, ...higher] = above;
  if (!parent) return false;
  if (parent.type === "ConditionalExpression" && parent.test !== node) return isPart(parent, higher);
  if (parent.type === "LogicalExpression" && parent.right === node) return isPart(parent, higher);
  if (parent.type === "ParenthesizedExpression") return isPart(parent, higher);
  if (parent.type === "JSXExpressionContainer") return higher[0]?.type !== "JSXAttribute";
  if (parent.type !== "TemplateLiteral" || higher[0]?.type === "TaggedTemplateExpression") return false;
  const text = (parent.quasis as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join("{0}");
  return isSentence(text);
}

const SHOWN = new Set("alt aria-label description label placeholder title".split(" "));

/** True for attributes that show their value. */
export function isShown(node: Node): boolean {
  return node.type === "JSXAttribute" && SHOWN.has(nameOf(node.name));
}

/** Values of a property are for people under these names, too: of a list of roles, of orders, and so on. */
const FOR_EITHER = new Set("role order event code field template zone type unit mode format".split(" "));

/** True for what a name in a list of labels is shown as, however short: `const STATE_LABELS = { on: "is on" }`. */
export function isLabel([parent, list, ...higher]: readonly Node[]): boolean {
  if (parent?.type !== "Property" || list?.type !== "ObjectExpression") return false;
  const owner = higher.find(({ type }) => !type.startsWith("TS"));
  return owner?.type === "VariableDeclarator" && /(?:^|_)LABELS$/.test(nameOf(owner.id));
}

const isForPeople = (node: unknown) =>
  isNode(node) &&
  (node.type === "ObjectExpression" || (typeof node.value === "string" && isSentence(node.value)));

export function codeValues(node: Node): Set<string> {
  const { type } = node;
  if (type === "JSXElement") return new Set(["closingElement"]);
  if (type === "JSXOpeningElement") return new Set(["name"]);
  if (type === "JSXAttribute")
    return new Set(FOR_PROGRAMS.has(nameOf(node.name)) ? ["name", "value"] : ["name"]);
  if (type === "Property") {
    // A function's result isn't the property's value: `validate: { code: … }` returns an error message.
    const name = nameOf(node.key);
    const isText = FOR_EITHER.has(name) && isForPeople(node.value);
    const isValue = FOR_PROGRAMS.has(name) && !isFunction(node.value) && !isText;
    return new Set(isValue ? ["key", "value"] : node.computed ? [] : ["key"]);
  }
  if (type === "CallExpression" || type === "NewExpression")
    return new Set(FOR_PROGRAMS.has(nameOf(node.callee)) ? ["arguments"] : []);
  if (type === "MemberExpression")
    return new Set(
      nameOf(node.property) === "includes" && isList(node.object) ? ["object", "property"] : ["property"],
    );
  if (type === "AssignmentExpression") return new Set(FOR_PROGRAMS.has(nameOf(node.left)) ? ["right"] : []);
  if (type === "SwitchCase") return new Set(["test"]);
  if (type === "BinaryExpression" && node.operator !== "+") return new Set(["left", "right"]);
  if (type === "ThrowStatement") return new Set(["argument"]);
  if (type === "TaggedTemplateExpression") return new Set(["quasi"]);
  return new Set();
}

const FOR_BROWSERS =
  /^[a-z-]+:|[{}<>=#]|[a-z]_[a-z]|^[/]|^\.[^ ]|--|::|^\(?(?:min|max)\b|\bcalc\(|serif$|sans-serif|monospace|^input, |\d(?:p[xt]|rem)\b|-src\b|;$/;

/** “Enter a color such as #6d28d9.” is for people, whatever it contains. */
const WHOLE = /^\p{Lu}[^<>{}=]* [^<>{}=]*\.$/u;

/** Several words, as people write them. */
export function isSentence(text: string): boolean {
  // Placeholders, template tags, and HTML tags don't count as words.
  const words = text.replace(/\{\d+\}|\{\{.*?\}\}|<\/?[a-z]+>/g, " ").trim();
  if (!/\p{Ll}/u.test(words) || !/\p{L}{2}/u.test(words)) return false;
  if (FOR_BROWSERS.test(words) && !WHOLE.test(words)) return false;
  return isWord(words) || /[\p{L}\d}][\p{L}’',.:!?%“”()…-]*\s+[\p{L}\d“"(&{+–—…·-]/u.test(text.trim());
}

/** One word that starts with a capital letter. */
export function isWord(text: string): boolean {
  return /^“?\p{Lu}(?:-?\p{Ll})[\p{L}’-]*[.:!?…]?$/u.test(text) && !/-\p{Lu}/u.test(text);
}
