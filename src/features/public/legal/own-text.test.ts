// @project unit
import { expect, it } from "vitest";
import { ownHtml } from "./own-text.ts";

const html = (text: string) => ownHtml(text, { cookies: "COOKIES", storage: "STORAGE" });

it.each([
  ["quotes", ">".repeat(99_000)],
  ["lists", "1. ".repeat(33_000)],
  ["quotes and lists", "> - ".repeat(24_000)],
  ["emphasis", `${"*a **b ".repeat(7000)}${" b** a*".repeat(7000)}`],
  ["stars around a letter", `${"*".repeat(49_000)}a${"*".repeat(49_000)}`],
])("%s within each other, as deep as a text is long, are text from some level on", (_, text) => {
  const before = performance.now();
  expect(html(text).length).toBeGreaterThan(1000);
  expect(performance.now() - before).toBeLessThan(2000);
});

it.each([
  ["lines in a list’s item", `- ${"a\n".repeat(49_000)}`],
  ["indented lines in a list’s item", `- a\n${"    a\n".repeat(16_000)}`],
  ["lines below a list’s item that are almost a heading", `- ${"a\n=".repeat(33_000)}`],
  ["quotes with lines below them", "> a\nb\n".repeat(16_000)],
])("%s, as many as a text is long, take no time", (_, text) => {
  const before = process.cpuUsage();
  expect(html(text).length).toBeGreaterThan(1000);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

it("a heading underlined in a list and a long list stay what they were", () => {
  expect(html("- Rights\n  ===\n  text")).toContain("<li><h2>Rights</h2>");
  expect(html("- a\n".repeat(999)).match(/<ul>/g)).toHaveLength(1);
});

it("what people write in legal texts stays what it was", () => {
  const text = [
    "# Terms",
    "1. First, **bold** and *soft*",
    '   - [ours](/help), [theirs](https://example.com "title")\n',
    "> Quoted\n> > twice\n",
    "{{ cookies }}\n",
    "`<code>`",
  ].join("\n");
  const shown = html(text).replace(/>\n+/g, ">");
  expect(shown).toBe(
    [
      "<h2>Terms</h2><ol><li>First, <strong>bold</strong> and <em>soft</em>",
      '<ul><li><a href="/help" rel="noopener">ours</a>, <a href="https://example.com" rel="noopener">theirs</a></li></ul></li></ol>',
      "<blockquote><p>Quoted</p><blockquote><p>twice</p></blockquote></blockquote>",
      "COOKIES\n<p><code>&lt;code&gt;</code></p>",
    ].join(""),
  );
});
