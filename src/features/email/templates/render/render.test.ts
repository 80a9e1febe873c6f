// @project unit
import { globSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ANONYMOUS_CONTACT, type Content } from "../rules.ts";
import { type Recipient, renderForMany } from "./content.ts";
import { Renderer } from "./render.ts";

const MIA: Recipient = {
  contact: { ...ANONYMOUS_CONTACT, name: "Mia" },
  unsubscribe_url: "https://f.test/u/abc",
  sender: { name: "Nora", postal_address: "Main Street 1" },
};
const FOOTER = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const email = (html: string): Content => ({ subject: "Hi", preheader: "", html: html + FOOTER, text: "" });
/** Takes the parsers a second. */
const HEAVY = email('<p style="color:red;font-size:1px">some <b>words</b></p>'.repeat(2400));

const renderer = new Renderer();
const hurried = new Renderer({ msMax: 1, heapMbMax: 256 });
afterAll(() => Promise.all([renderer.end(), hurried.end()]));

test("whoever asks for an e-mail asks at the one door that has a budget", () => {
  const heavy =
    /import \{[^}]*\b(?:checkContent|checkTags|cleanHtml|compileBlocks?|compileMarkdown|cleanRichText|prepareForMany|renderContent|renderForgiving|renderForMany|tagsIn|toText|visibleIn)\b[^}]*\} from/;
  const asks = globSync("src/{features,node,platform}/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => heavy.test(readFileSync(file, "utf8")))
    .map((file) => file.replace("src/features/email/templates/", ""));
  // What the door leads to. A campaign's subject and first line are short.
  expect(asks.sort()).toEqual([
    "blocks/blocks.ts",
    "render/branch-cache.ts",
    "render/compliance.ts",
    "render/content.ts",
    "render/prepared-parts.ts",
    "render/render-tasks.ts",
  ]);
});

test("an e-mail that takes too long ends with a sentence, whatever was asked for, and the next one is put together", async () => {
  const sentence = "This e-mail takes too long to put together. Make it smaller.";
  const ended: Record<string, string> = {};
  const end = async (name: string, made: Promise<unknown>) => {
    ended[name] = await made.then(
      () => "made",
      (error: Error) => error.message,
    );
  };
  const numbered = hurried.numbered(HEAVY);
  await end("preview", hurried.run("a", "preview", HEAVY, MIA, { fields: [] }));
  await end("page", hurried.run("a", "page", numbered, MIA));
  await end("forMany", hurried.forMany("a", HEAVY, MIA));
  expect(new Set(Object.values(ended))).toEqual(new Set([sentence]));
  expect(await hurried.check("a", HEAVY, [])).toEqual([
    { severity: "stop", where: "html", message: sentence },
  ]);
  expect(await hurried.check("a", email("<p>Hi</p>"), [])).toEqual([
    expect.objectContaining({ severity: "warning", where: "preheader" }),
  ]);
});

test("others are served while a large e-mail, or a small one with loops, is put together", async () => {
  // The engine takes more for blanks than most do.
  const loops = [" ", "\f", "\v", "\u180e"].map((blank) =>
    email(`{%${blank}for i in (1..4000) %}<i>x</i>{% endfor %}`),
  );
  for (const content of [HEAVY, ...loops]) {
    let isDone = false;
    let turns = 0;
    const done = renderer.check("a", content, []).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      turns++;
    }
    expect((await done).filter(({ severity }) => severity === "stop")).toEqual([]);
    expect(turns).toBeGreaterThan(10);
  }
});

test("each of many gets the same from either thread", async () => {
  const large = email("<p>Hi <b>{{ contact.name }}</b></p>".repeat(150) + "<p>word</p>".repeat(800));
  const varied = { ...large, html: `{% if contact.name == "Mia" %}<p>Hi Mia</p>{% endif %}${large.html}` };
  for (const content of [email("<p>Hi {{ contact.name }}</p>"), large, varied])
    for (const name of ["Mia", "Ben"]) {
      const recipient = { ...MIA, contact: { ...MIA.contact, name } };
      const { written } = await renderer.forMany("a", content, recipient);
      expect(written).toEqual(renderForMany({ ...content }, recipient));
    }
  const wrong = { ...large, html: `{{ contact.nme }}${large.html}` };
  await expect(renderer.forMany("a", wrong, MIA)).rejects.toThrow("There’s no merge tag “contact.nme”.");
});
