import { Liquid } from "liquidjs";
import { Marked } from "marked";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const liquid = new Liquid({ strictVariables: true, strictFilters: true });

const markdown = new Marked({
  gfm: false,
  renderer: {
    strong({ tokens }) {
      return `<b>${this.parser.parseInline(tokens)}</b>`;
    },
    em({ tokens }) {
      return `<i>${this.parser.parseInline(tokens)}</i>`;
    },
  },
});

/**
 * Renders one of our Markdown files as HTML. `facts` are ours and become part of the Markdown; `inserted` is
 * added to the HTML, so that it's shown verbatim.
 */
export function proseHtml(
  text: string,
  facts: Readonly<Record<string, unknown>>,
  inserted: Readonly<Record<string, ReactNode>> = {},
): string {
  const names = Object.keys(inserted);
  const marks = Object.fromEntries(names.map((name, index) => [name, `\uE000${index}\uE001`]));
  const html = markdown.parse(proseSource(text, { ...facts, ...marks }), { async: false });
  return html
    .replaceAll("\n", "")
    .replace(/\uE000(\d+)\uE001/g, (_, index) => renderToStaticMarkup(inserted[names[index] ?? ""]));
}

/** Returns one of our Markdown files with the facts in it. */
export function proseSource(text: string, facts: Readonly<Record<string, unknown>>): string {
  return liquid.parseAndRenderSync(text, facts);
}

/** The text of a page below its heading. */
export function Prose({ html, children }: { html: string; children: ReactNode }) {
  const head = renderToStaticMarkup(children);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: Both are ours, or staff’s Markdown in which markup is text.
  return <main id="main" className="prose" dangerouslySetInnerHTML={{ __html: head + html }} />;
}
