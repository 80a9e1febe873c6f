// @project unit
import { describe, expect, it } from "vitest";
import type { Ctx } from "#src/platform/context.ts";
import { checkOwnCss, compileCss } from "./own-css.ts";

const check = (css: string) => checkOwnCss({} as Ctx, { css });
const PICTURE = "/media/0190aaaa-bbbb-7ccc-8ddd-000000000001.webp";

describe("a page’s own style sheet", () => {
  it.each([
    [".card{border-radius:0}"],
    [".card:hover,.card:nth-child(2n+1)::before{transform:rotate(1deg)}"],
    [`.page{background:url(${PICTURE})center/cover;font-family:Georgia,serif}`],
    ["@media (min-width:40em){.links{display:grid;grid-template-columns:1fr 1fr}}"],
    ["@keyframes my-glow{from{opacity:.5}to{opacity:1}}.face{animation:my-glow 2s}"],
    [".card{--my-edge:3px;border-width:var(--my-edge)}"],
    [".social a,.card .words span,h1{color:#123456!important}"],
  ])("%s stays", async (css) => {
    expect(await check(css)).toEqual({ css, problems: [] });
  });

  it.each([
    ["@import 'https://evil.example/x.css';", "“@import” can’t be used here. Nothing is loaded"],
    ["@font-face{font-family:x;src:url(x.woff2)}", "“@font-face” can’t be used here"],
    ["@layer x{.card{color:red}}", "“@layer” can’t be used here"],
    [".card{background:url(https://evil.example/x.png)}", "Nothing is loaded from elsewhere"],
    [".card{background:image-set('x.png' 1x)}", "“image-set()” can’t be used here"],
    [".card{--my-x:url(//evil.example)}", "Nothing is loaded from elsewhere"],
    [".card{width:expression(alert(1))}", "“expression()” can’t be used here"],
    [".card{behavior:url(x.htc)}", "“behavior” can’t be used here"],
    // Browsers read escapes in names.
    ["@\\69 mport 'https://evil.example/x.css';", "can’t be used here"],
    [".card{background:u\\72l('https://evil.example/x.png')}", "can’t be used here"],
    [".card{p\\6fsition:fixed}", "can’t be used here"],
    [".card{position:f\\69xed}", "could cover warnings"],
    ["foo\\74 er,f\\6foter{color:red}", "isn’t one of the page’s parts"],
    [".card{position:fixed}", "could cover warnings"],
    [".card{position:STICKY!important}", "could cover warnings"],
    [".card{position:var(--my-p)}", "could cover warnings"],
    [".card::after{z-index:99}", "“z-index” can be 1 at most"],
    [".card{z-index:calc(1*99)}", "“z-index” can be 1 at most"],
    [".page{opacity:0}", "“.page” takes a background and fonts, but not “opacity”"],
    [".card{--text:red}", "start with “--my-”"],
    [".sheet{display:none}", "“.sheet” isn’t one of the page’s parts"],
    [".consent{display:none}", "isn’t one of the page’s parts"],
    ["#adult{display:none}", "isn’t one of the page’s parts"],
    ["footer{display:none}", "isn’t one of the page’s parts"],
    ["*{display:none}", "isn’t one of the page’s parts"],
    [".page a{display:none}", "isn’t one of the page’s parts"],
    [".links p{display:none}", "isn’t one of the page’s parts"],
    [".card~p{display:none}", "isn’t one of the page’s parts"],
    [".card:has(a){color:red}", "isn’t one of the page’s parts"],
    [":is(footer){color:red}", "isn’t one of the page’s parts"],
    ["[popover]{display:none}", "isn’t one of the page’s parts"],
    [".card{&+footer{display:none}}", "Rules inside rules can’t be used here"],
    // The page's own animations keep theirs, which warnings come with.
    ["@keyframes toast{to{opacity:0}}", "start with “my-”"],
    [".card{color}", "This can’t be read"],
    ["} .card{", "This can’t be read"],
  ])("%s is left out", async (css, sentence) => {
    const { css: kept, problems } = await check(`\n${css}`);
    expect(kept).toBe("");
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining(sentence) }]);
  });

  it.each([".card::before{content:'</style><script>'}", ".card::before{content:'\\3c/style>'}", "<!--"])(
    "%s can’t end it",
    async (css) => {
      expect(await compileCss(css)).not.toMatch(/</);
    },
  );

  it("with more brackets than anybody can close is left out", async () => {
    const { css, problems } = await check(`.card{width:calc(${"(".repeat(9000)}`);
    expect([css, problems[0]?.message]).toEqual(["", expect.stringContaining("This can’t be read")]);
  });

  it("may have a semicolon more than it needs", async () => {
    expect(await check(".card{color:red;;margin:0;;}")).toEqual({
      css: ".card{color:red;margin:0}",
      problems: [],
    });
  });

  it("keeps what’s right around what isn’t, with the line of each problem", async () => {
    const { css, problems } = await check(
      "h1 { color: red;\n  position: fixed;\n}\n\nbody { margin: 0 }\n.bio { x: y }",
    );
    expect(css).toBe("h1{color:red}.bio{x:y}");
    expect(problems.map(({ line }) => line)).toEqual([2, 5]);
  });
});
