import type { CssNode, Declaration, generate, parse, walk } from "css-tree";
import { isOwnPicture } from "#src/features/pages/media/rules.ts";
import { CSS_HOOKS } from "./css-hook-rules.ts";

/** What's used of the parser. */
export interface CssTree {
  parse: typeof parse;
  generate: typeof generate;
  walk: typeof walk;
}

const HOOKS = new Set(CSS_HOOKS.map(({ selector }) => selector));
const OPEN_HOOKS = new Set(CSS_HOOKS.filter(({ isOpen }) => isOpen).map(({ selector }) => selector));
/** What may be named by its tag inside an open hook. */
const TAGS = new Set(["a", "img", "span", "li", "p", "svg", "b", "time", "summary", "h2", "h3"]);
const PSEUDO_CLASSES = new Set([
  ..."hover active focus-visible focus-within open".split(" "),
  ..."first-child last-child only-child nth-child nth-last-child".split(" "),
  ..."first-of-type last-of-type nth-of-type".split(" "),
]);
const PSEUDO_ELEMENTS = new Set(["before", "after", "marker", "first-letter", "first-line"]);

/** The parts of a selector between its combinators: a hook, or a tag inside one. */
interface Compound {
  hook: string | undefined;
  tag: string | undefined;
  /** Set if it's inside of what comes before it. */
  isInside: boolean;
}

/** True for a selector whose every part is a hook, or a tag inside one that's open. */
export function isAllowedSelector(selector: CssNode): boolean {
  const compounds = compoundsOf(selector);
  if (!compounds) return false;
  let isOpen = false;
  for (const { hook, tag, isInside } of compounds) {
    if (hook === undefined && !(tag !== undefined && isOpen && isInside)) return false;
    if (hook !== undefined) isOpen = OPEN_HOOKS.has(hook);
  }
  return compounds.length > 0;
}

/** Undefined if there's anything else in it. */
function compoundsOf(selector: CssNode): Compound[] | undefined {
  if (selector.type !== "Selector") return undefined;
  const compounds: Compound[] = [{ hook: undefined, tag: undefined, isInside: false }];
  for (const part of selector.children.toArray()) {
    const last = compounds.at(-1);
    if (!last) return undefined;
    if (part.type === "Combinator") {
      const isInside = part.name === " " || part.name === ">";
      if (!isInside && part.name !== "+" && part.name !== "~") return undefined;
      compounds.push({ hook: undefined, tag: undefined, isInside });
    } else if (!takePart(part, last)) return undefined;
  }
  return compounds;
}

function takePart(part: CssNode, compound: Compound): boolean {
  if (part.type === "ClassSelector" || part.type === "TypeSelector") {
    const name = part.type === "ClassSelector" ? `.${part.name}` : part.name.toLowerCase();
    if (HOOKS.has(name)) compound.hook = name;
    else if (part.type === "TypeSelector" && TAGS.has(name)) compound.tag = name;
    else return false;
    return true;
  }
  if (part.type === "PseudoClassSelector") {
    const inner = part.children?.toArray() ?? [];
    return PSEUDO_CLASSES.has(part.name.toLowerCase()) && inner.every(({ type }) => type === "Nth");
  }
  return part.type === "PseudoElementSelector" && PSEUDO_ELEMENTS.has(part.name.toLowerCase());
}

interface Declared {
  node: Declaration;
  value: string;
  /** None in a frame of an animation. */
  selectors: readonly CssNode[];
  tree: CssTree;
}

const PAGE_PROPERTIES = /^(?:background(?:-[a-z-]+)?|font-family|font-style|font-weight)$/;
const CODE_PROPERTIES = /^(?:behavior|-moz-binding|-ms-behavior)$/;
/** Browsers read escapes in names, so a name with one could be any other. */
const LOADING = /image|url|^src$|element|paint|cross-fade|expression|\\/i;
/** The page's own warnings are above this. */
const LAYER_MAX = 1;

/** Returns why a declaration isn't allowed, or undefined if it is. */
export function refusedDeclaration({ node, value, selectors, tree }: Declared): string | undefined {
  const property = node.property.toLowerCase();
  if (node.value.type === "Raw")
    return "This can’t be read. Check the brackets, colons and semicolons around it.";
  if (CODE_PROPERTIES.test(property) || property.includes("\\")) return `“${property}” can’t be used here.`;
  if (selectors.some(isWholePage) && !PAGE_PROPERTIES.test(property))
    return `“.page” takes a background and fonts, but not “${property}”. Style its parts instead.`;
  if (property === "position" && !/^(?:static|relative|absolute)(?:!important)?$/i.test(value))
    return `“position: ${value}” could cover warnings. Use relative or absolute.`;
  if (property === "z-index" && !(Number(value.replace(/!important$/, "")) <= LAYER_MAX))
    return `“z-index” can be ${LAYER_MAX} at most, so that nothing covers warnings.`;
  if (property.startsWith("--") && !property.startsWith("--my-"))
    return "Names of your own variables start with “--my-”.";
  return refusedValue(node, tree);
}

function isWholePage(selector: CssNode): boolean {
  return compoundsOf(selector)?.at(-1)?.hook === ".page";
}

function refusedValue(node: Declaration, tree: CssTree): string | undefined {
  let refusal: string | undefined;
  tree.walk(node.value, (part) => {
    if (part.type === "Url" && !isOwnPicture(part.value))
      refusal ??= "Nothing is loaded from elsewhere: upload the picture, and use its path, “/media/…”.";
    if (part.type === "Function" && LOADING.test(part.name))
      refusal ??= `“${part.name}()” can’t be used here.`;
    if (part.type === "Raw")
      refusal ??= "This can’t be read. Check the brackets, colons and semicolons around it.";
  });
  return refusal;
}
