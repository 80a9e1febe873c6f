/*
 * A page's own style sheet. It's stored as it was typed, and pages get what's allowed of it: selectors of the page's
 * own parts (`css-hook-rules.ts`), nothing from elsewhere, and nothing that covers what visitors have to see, such as
 * warnings, the question for consent, and how to report the page.
 */
import type { Atrule, CssNode, Rule } from "css-tree";
import { memoizeLru } from "#src/lib/lru.ts";
import type { Ctx } from "#src/platform/context.ts";
import { type CssTree, isAllowedSelector, refusedDeclaration } from "./css-checks.ts";
import type { CheckedCss } from "./own-css-contract.ts";

/** As many as there are pages with one in the cache. */
const CHECKED_MAX = 500;
const PROBLEMS_MAX = 50;

const checked = memoizeLru(CHECKED_MAX, (source: string): Promise<CheckedCss> => check(source));

/** Returns what pages get of a style sheet. The parser is loaded by whoever needs it first. */
export async function compileCss(source: string): Promise<string> {
  return (await checked(source)).css;
}

export async function checkOwnCss(_: Ctx, { css }: { css: string }): Promise<CheckedCss> {
  return checked(css);
}

/** Only the parts that need none of its tables, which are several times as large. */
async function loadTree(): Promise<CssTree> {
  const [parser, generator, walker] = await Promise.all([
    import("css-tree/parser"),
    import("css-tree/generator"),
    import("css-tree/walker"),
  ]);
  return { parse: parser.default, generate: generator.default, walk: walker.default };
}

/** The rules that hold other rules. */
const GROUPS = new Set(["media", "supports"]);

const UNREADABLE = "This can’t be read. Check the brackets, colons and semicolons around it.";

async function check(source: string): Promise<CheckedCss> {
  const checker = new Checker(await loadTree());
  let css: string;
  try {
    css = checker.check(source);
  } catch {
    // Thousands of brackets inside each other are more than the stack holds.
    return { css: "", problems: [{ line: 1, message: UNREADABLE }] };
  }
  // What a browser's HTML parser would take for the end of the style sheet, however it was written.
  if (/<[/!]/.test(css)) {
    return {
      css: "",
      problems: [{ line: 1, message: "A style sheet can’t contain HTML, such as “</style>”." }],
    };
  }
  return { css, problems: checker.problems.slice(0, PROBLEMS_MAX) };
}

class Checker {
  readonly problems: CheckedCss["problems"] = [];
  readonly #lines = new Set<number>();
  readonly #tree: CssTree;

  constructor(tree: CssTree) {
    this.#tree = tree;
  }

  check(source: string): string {
    const sheet = this.#tree.parse(source, {
      positions: true,
      parseCustomProperty: true,
      onParseError: (error) => {
        const { line = 1 } = error as { line?: number };
        this.#report(line, UNREADABLE);
      },
    });
    if (sheet.type !== "StyleSheet") return "";
    sheet.children = sheet.children.filter((node) => this.#keeps(node));
    this.problems.sort((a, b) => a.line - b.line);
    return this.#tree.generate(sheet);
  }

  #report(line: number, message: string): false {
    if (!this.#lines.has(line)) this.problems.push({ line, message });
    this.#lines.add(line);
    return false;
  }

  #keeps(node: CssNode): boolean {
    if (node.type === "Comment" || node.type === "WhiteSpace") return false;
    if (node.type === "Rule") return this.#keepsRule(node);
    if (node.type === "Atrule") return this.#keepsAtrule(node);
    return this.#report(lineOf(node), UNREADABLE);
  }

  #keepsAtrule(node: Atrule): boolean {
    const name = node.name.toLowerCase();
    if (name === "keyframes" && node.block) {
      const called = node.prelude ? this.#tree.generate(node.prelude) : "";
      if (/^my-[\w-]+$/.test(called)) return this.#keepsFrames(node);
      return this.#report(lineOf(node), "Names of your own animations start with “my-”.");
    }
    if (!GROUPS.has(name) || !node.block) {
      const why = name === "import" || name === "font-face" ? "Nothing is loaded from elsewhere." : "";
      return this.#report(lineOf(node), `“@${name}” can’t be used here. ${why}`.trim());
    }
    node.block.children = node.block.children.filter((child) => this.#keeps(child));
    return node.block.children.size > 0;
  }

  #keepsFrames({ block }: Atrule): boolean {
    if (!block) return false;
    block.children = block.children.filter((frame) => {
      if (frame.type !== "Rule") return false;
      this.#cleanBlock(frame, []);
      return true;
    });
    return true;
  }

  #keepsRule(rule: Rule): boolean {
    const { prelude } = rule;
    const selectors = prelude.type === "SelectorList" ? prelude.children.toArray() : [];
    const refused = selectors.find((selector) => !isAllowedSelector(selector));
    if (selectors.length === 0 || refused) {
      const text = this.#tree.generate(refused ?? prelude).slice(0, 60);
      return this.#report(lineOf(rule), `“${text}” isn’t one of the page’s parts that you can style.`);
    }
    this.#cleanBlock(rule, selectors);
    return rule.block.children.size > 0;
  }

  #cleanBlock(rule: Rule, selectors: readonly CssNode[]): void {
    rule.block.children = rule.block.children.filter((node) => {
      if (node.type !== "Declaration")
        return isNothing(node) ? false : this.#report(lineOf(node), nestedOrUnreadable(node));
      const value = this.#tree.generate(node.value);
      const refusal = refusedDeclaration({ node, value, selectors, tree: this.#tree });
      return refusal === undefined || this.#report(lineOf(node), refusal);
    });
  }
}

/** One semicolon more than needed is no mistake. */
function isNothing(node: CssNode): boolean {
  return node.type === "Comment" || (node.type === "Raw" && /^[;\s]*$/.test(node.value));
}

function nestedOrUnreadable({ type }: CssNode): string {
  return type === "Rule" || type === "Atrule"
    ? "Rules inside rules can’t be used here. Write each on its own."
    : UNREADABLE;
}

function lineOf({ loc }: CssNode): number {
  return loc?.start.line ?? 1;
}
