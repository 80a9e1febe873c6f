// @project unit
import { expect, test } from "vitest";
import { markdownToHtml } from "../blocks/markdown.ts";
import { pictureUrlsIn } from "../html/html.ts";
import type { Content } from "../rules.ts";
import { checkContent, type Recipient, renderContent, renderForMany } from "./content.ts";

const FOOTER = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const MIA: Recipient = {
  contact: {
    id: "1",
    email: "mia@fans.test",
    name: "Mia <b>Lund</b>",
    first_name: "Mia",
    phone: null,
    country: "UNKNOWN",
    tags: ["vip"],
    fields: { city: "Oslo", empty: "" },
  },
  unsubscribe_url: "https://f.test/u/abc?x=1&y=2",
  view_url: "https://f.test/m/abc",
  sender: { name: "Nora", postal_address: "Main Street 1\n12345 Town" },
};
const NAMELESS: Recipient = {
  ...MIA,
  contact: { ...MIA.contact, name: "", first_name: "", tags: [], fields: {} },
};

function email(parts: Partial<Content>): Content {
  return {
    subject: "Hello",
    preheader: "News",
    text: "",
    ...parts,
    html: `${parts.html ?? "<p>Hi</p>"}${FOOTER}`,
  };
}

const stops = (content: Content, fields: string[] = []) =>
  checkContent(content, fields)
    .filter(({ severity }) => severity === "stop")
    .map(({ message, where, line }) => `${where} ${line ?? ""}: ${message}`);

test("an e-mail has the contact’s data in all four parts, with fallbacks, conditions and loops", () => {
  const content = email({
    subject: "{{ contact.first_name | default: 'there' }}, hello",
    preheader: "For {{ contact.fields.city | default: “your town” }}",
    html: "<p>{% if contact.tags contains 'vip' %}VIP{% else %}Fan{% endif %}{% for tag in contact.tags %} {{ tag }}{% endfor %} {{ contact.fields.city }}</p>",
  });
  const mia = renderContent(content, MIA);
  expect(mia.subject).toBe("Mia, hello");
  expect(mia.preheader).toBe("For Oslo");
  expect(mia.html).toContain("<p>VIP vip Oslo</p>");
  expect(mia.html).toContain("Main Street 1, 12345 Town");
  expect(mia.html).toContain('href="https://f.test/u/abc?x=1&amp;y=2"');
  expect(mia.text).toContain("VIP vip Oslo");
  expect(mia.text).toContain("Unsubscribe (https://f.test/u/abc?x=1&y=2)");

  const nameless = renderContent(content, NAMELESS);
  expect(nameless.subject).toBe("there, hello");
  expect(nameless.preheader).toBe("For your town");
  expect(nameless.html).toContain("<p>Fan </p>");
  expect(stops(content, ["city"])).toEqual([]);
});

test("a name is text: HTML in it shows, and a line break doesn’t start a header", () => {
  const odd = { ...MIA, contact: { ...MIA.contact, first_name: "A\r\nBcc: b@x.test<script>" } };
  const made = renderContent(
    email({ subject: "{{ contact.first_name }}", html: "{{ contact.first_name }}" }),
    odd,
  );
  expect(made.subject).toBe("A Bcc: b@x.test<script>");
  expect(made.html).toContain("Bcc: b@x.test&lt;script&gt;");
});

test.each([
  ["<script>alert(1)</script><img src=x onerror=alert(1)>"],
  ["<a href='javascript:alert(1)'>x</a>"],
  ["<a href='{{ \"javascript:alert(1)\" }}'>x</a>"],
  ["<a href='java{{ \"script:alert(1)\" }}'>x</a>"],
  ["{{ '<script>alert(1)</script>' }}"],
  ["{% if 1 < 2 %}<iframe src='https://x.test'></iframe>{% endif %}<svg onload=alert(1)>"],
  ["<{{- '' -}} script>alert(1)</script>"],
  ["<form action='https://x.test'><input name=q></form>"],
  // Two halves that are harmless by themselves.
  ["<b title='{% if false %}'>{% endif %}\" onclick=alert(1) x=\"</b>"],
  ["<b title='{% comment %}'>{% endcomment %}\" onclick=alert(1) x=\"</b>"],
])("script never goes out: %s", (html) => {
  // A text made from the HTML would lack the first half, and be refused.
  const made = renderContent(email({ html, text: "Hi" }), MIA);
  expect(made.html).not.toMatch(
    /<script|<iframe|<svg|<form|<input|<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+=|="\s*(?:java)?script:/i,
  );
});

test.each([
  ["{{ contact.nickname }}", "There’s no merge tag “contact.nickname”"],
  ["{% if contact.nickname %}x{% endif %}", "There’s no merge tag “contact.nickname”"],
  ["{{ contact.fields.shoe }}", "There’s no merge tag “contact.fields.shoe”"],
  ["{{ contact.name.constructor }}", "There’s no merge tag “contact.name.constructor”"],
  ["{% include 'a' %}", "There’s no tag “{% include %}”"],
  ["{% raw %}x{% endraw %}", "There’s no tag “{% raw %}”"],
  ["{{ contact.name | raw }}", "There’s no filter “raw”"],
  ["{{ contact.name", "is never closed"],
  ["{{ contact.name %}", "is never closed"],
  ["{{ %}".repeat(79_000), "is never closed"],
  ["{% if contact.name %}x", "needs an end tag"],
  ["{{ }}", "isn’t written correctly"],
])("a mistake stops the send and says where: %s", (html, message) => {
  const content = email({ html: `<p>Hi</p>\n${html}\n` });
  const found = stops(content);
  expect(found[0]).toContain(message);
  expect(found[0]).toMatch(/^html 2/);
  if (!html.includes("shoe")) expect(() => renderContent(content, MIA)).toThrow(message);
});

test.each([
  ["{% for i in (1..100000000) %}x{% endfor %}"],
  [
    "{% for i in (1..900) %}{% for j in (1..900) %}{% for k in (1..900) %}{% endfor %}{% endfor %}{% endfor %}",
  ],
  ["{% assign x = 'ab' %}{% for i in (1..100) %}{% assign x = x | append: x %}{% endfor %}{{ x }}"],
])("an endless loop comes to an end, with a sentence instead of an e-mail: %s", (html) => {
  expect(stops(email({ html }))[0]).toContain("This takes too long to put together.");
});

test("5.2.3 a loop that takes no memory is cut off by its time, with the same sentence", () => {
  const each = (inside: string) => `{% for tag in contact.tags %}${inside}{% endfor %}`;
  // 64 million rounds: no machine gets through them in the time that a part has.
  const fan = { ...MIA, contact: { ...MIA.contact, tags: Array.from({ length: 400 }, () => "vip") } };
  const content = email({ html: each(each(each(""))), text: "Hi" });
  expect(() => renderContent(content, fan)).toThrow("This takes too long");
});

test("what’s missing or forgotten stops the send", () => {
  const bare = { subject: " ", preheader: "", html: "<p>Lorem ipsum</p><a href=''>x</a><img>", text: "" };
  const found = stops(bare).join("\n");
  for (const part of [
    "Write a subject",
    "no link to unsubscribe",
    "postal address",
    "Lorem ipsum",
    "leads nowhere",
    "missing its file",
  ])
    expect(found).toContain(part);
  const address = stops(email({ html: `<a href="me@fans">x</a><a href="mailto:me@fans.test">y</a>` }));
  expect(address.filter((said) => said.includes("isn’t a URL"))).toHaveLength(1);
});

test("what’s unwise is a warning", () => {
  const content = email({
    subject: "WINNER! ACT NOW",
    preheader: "",
    html: `<img src="https://f.test/a.png"><p>${"words ".repeat(18 * 1024)}</p>`,
  });
  const found = checkContent(content, []);
  expect(found.every(({ severity }) => severity === "warning")).toBe(true);
  expect(found.map(({ message }) => message).join("\n")).toMatch(
    /no description[\s\S]*Gmail cuts off[\s\S]*spam filters[\s\S]*shouting[\s\S]*preview text/,
  );
});

test("5.2.5 what spam filters know is found in English and Spanish, wherever it is, as whole words", () => {
  const found = (parts: Partial<Content>) =>
    checkContent(email(parts), [])
      .filter(({ message }) => message.includes("spam filters"))
      .map(({ where, message }) => `${where} ${message.split("”")[0]}`);
  expect(found({ subject: "Great!!!" })).toEqual(["subject “!!!"]);
  expect(found({ subject: "¡Última oportunidad: gana dinero fácil!" })).toEqual([
    "subject “gana dinero fácil",
  ]);
  expect(found({ preheader: "Urgente" })).toEqual(["preheader “Urgente"]);
  expect(found({ html: "<p>Get <b>free\n money</b></p>" })).toEqual(["html “free money"]);
  expect(found({ subject: "Act nowhere", html: "<p>urgent, ¡ganador!, risk freedom</p>" })).toEqual([]);
});

const UNSUBSCRIBE = '<a href="{{ unsubscribe_url }}">Unsubscribe</a>';
const POSTAL = "<p>{{ sender.postal_address }}</p>";

test.each([
  ["a condition around the way out", `${POSTAL}{% if contact.name == "" %}${UNSUBSCRIBE}{% endif %}`],
  ["a way out that can’t be seen", `${POSTAL}<div style="display: none">${UNSUBSCRIBE}</div>`],
  ["a way out without a word", `${POSTAL}<a href="{{ unsubscribe_url }}"></a>`],
  ["a way out inside a style", `${POSTAL}{% if true %}<style>{% endif %}${UNSUBSCRIBE}`],
  ["a condition around the postal address", `${UNSUBSCRIBE}{% if contact.name == "" %}${POSTAL}{% endif %}`],
  ["an address only for the nameless", `${UNSUBSCRIBE}{{ contact.name | default: sender.postal_address }}`],
  ["an address in tiny print", `${UNSUBSCRIBE}<p style="font-size:0">{{ sender.postal_address }}</p>`],
])("5.2.5 nobody gets an e-mail with %s", (_, html) => {
  const content = { subject: "Hello", preheader: "", text: "Hi", html };
  expect(() => renderForMany(content, MIA)).toThrow("can’t be seen");
});

test("5.2.5 plain text gets what it lacks: a postal address and a way out", () => {
  const plain = (text: string) => renderForMany({ ...email({}), text }, MIA).text;
  expect(plain("Hi")).toBe(
    "Hi\n\n-- \nMain Street 1\n12345 Town\nUnsubscribe: https://f.test/u/abc?x=1&y=2\n",
  );
  expect(plain("{{ sender.postal_address }} {{ unsubscribe_url }}")).not.toContain("--");
});

test.each([
  '<p style="font-size:0.85em">THE FOOTER</p>',
  '<table><tr><td style="font-size:0px"><div style="font-size:13px">THE FOOTER<br></div></td></tr></table>',
  '<div style="border-width:0;min-width:0;line-height:1.5">THE FOOTER</div>',
])("a footer that can be seen isn’t hidden: %s", (footer) => {
  const html = `<p>Hi</p>${footer.replace("THE FOOTER", POSTAL + UNSUBSCRIBE)}`;
  expect(stops(email({ html }))).toEqual([]);
});

test("what’s hidden from everyone stops the send before it starts", () => {
  const content = email({});
  const hidden = { ...content, html: `${POSTAL}<p style="display:none">${UNSUBSCRIBE}</p>` };
  expect([stops(content), stops(hidden)]).toEqual([[], [expect.stringContaining("can’t be seen")]]);
});

test("text to replace stops the send, in Spanish, too, and “todo” isn’t any", () => {
  const found = [
    "[your title]",
    "[tu título]",
    "TODO: a picture",
    "TBD",
    "Lo leo todo. TODO al 50%, [1]",
  ].map((words) => stops(email({ html: `<p>${words}</p>${POSTAL}${UNSUBSCRIBE}` })).length);
  expect(found).toEqual([1, 1, 1, 1, 0]);
});

test("a check looks only so far for the end of a bracket, and tells of the same only so often", () => {
  const bracket = (chars: number) => stops(email({ html: `[your ${"a".repeat(chars)}]` }));
  expect([bracket(79).length, bracket(80)]).toEqual([1, []]);
  expect(stops(email({ html: "[your ".repeat(40_000) }))).toEqual([]);
  const found = stops(email({ html: "<a>x</a>\n".repeat(4000) }));
  expect(found).toHaveLength(50);
  expect(found.at(-1)).toMatch(/^html 50: A link leads nowhere/);
});

test("5.10.16 an e-mail with conditions is the same for each, whoever was written to before", () => {
  const html = `<p>{% if contact.name == "" %}Hi{% else %}Hi {{ contact.name }}{% endif %}</p>
    <a href="{{ contact.fields.site }}">x</a>{% for tag in contact.tags %}<i>{{ tag }}</i>{% endfor %}
    <p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Leave</a></p>`;
  const write = (content: Content, name: string, site = "", tags: string[] = []) =>
    renderForMany(content, {
      ...MIA,
      contact: { ...MIA.contact, name, tags, fields: { site } },
      sender: { name: "Mia", postal_address: 'O’Hara\'s 1 & "Two" <3>' },
    }).html;
  const once: Content = { subject: "s", preheader: "", html, text: "" };
  const people: [string, string, string[]][] = [
    ["", "https://a.example/?a=1&b=2", []],
    ["<b>'Nora' & \ue0000\ue001</b>", "javascript:alert(1)", ["one", "<i>"]],
    ["Zoe", "", ["one", "two"]],
    ["Ann", "java\tscript:x", []],
  ];
  for (const person of [...people, ...people]) {
    const shown = write(once, ...person);
    expect(shown).toBe(write({ ...once }, ...person));
    expect(shown).not.toMatch(/script:|<b>/);
  }
  expect(write(once, "Zoe", "", ["one", "two"])).toContain("Hi Zoe</p>");
});

test("5.10.16 a value mustn’t hide the way out, whoever was written to before", () => {
  const html = `{% if contact.name %}{% endif %}<p style="color:{{ contact.fields.look }}">{{ sender.postal_address }}
    <a href="{{ unsubscribe_url }}">Leave</a></p>`;
  const content: Content = { subject: "s", preheader: "", html, text: "" };
  const write = (look: string) =>
    renderForMany(content, { ...MIA, contact: { ...MIA.contact, fields: { look } } });
  expect(write("#111").html).toContain('style="color:#111"');
  expect(() => write("#111;display:none")).toThrow("can’t be seen");
  const linked = {
    ...content,
    html: html.replace("Leave", "{{ contact.fields.look }}").replace(/ style="[^"]*"/, ""),
  };
  const link = (look: string) =>
    renderForMany(linked, { ...MIA, contact: { ...MIA.contact, fields: { look } } });
  expect(link("Leave").html).toContain("Leave");
  expect(() => link(" ")).toThrow("can’t be seen");
});

test("more elements or merge tags than any e-mail has are refused, before they're read", () => {
  const elements = "html : This has too many HTML elements. Use fewer.";
  const tags = "html : There are too many merge tags, or one is too long. Use fewer and shorter ones.";
  expect(stops(email({ html: "<b>".repeat(100_000) }))).toContain(elements);
  expect(stops(email({ html: "{{ contact.name }} ".repeat(2000) }))).toContain(tags);
  expect(stops(email({ html: `{{ contact.name${" | upcase".repeat(200)} }}` }))).toContain(tags);
  // A busy machine may still find that it takes too long.
  expect(stops(email({ html: "{{ contact.name }} ".repeat(1998) }))).not.toContain(tags);
  expect(stops(email({ html: "{{ contact.nme }} ".repeat(1000) }))).toHaveLength(50);
  const made = email({ html: "{% for i in (1..30000) %}<b>{% endfor %}", text: "Hi" });
  expect(() => renderContent(made, MIA)).toThrow("This takes too long");
});

test("loops make no more of little than an e-mail could have", () => {
  const much = `{% for i in (1..4000) %}${"x".repeat(10_000)}{% endfor %}`;
  for (const html of [much, `{% capture all %}${much}{% endcapture %}{{ all }}`])
    expect(() => renderContent(email({ html, text: "Hi" }), MIA)).toThrow("This takes too long");
  expect(() => renderContent(email({ text: much }), MIA)).toThrow("This takes too long");
});

test("nothing in an e-mail takes a check minutes", () => {
  // Where zeros end, and where each of 60,000 values is: both were looked for from the start, again and again.
  expect(stops(email({ html: `<p style="opacity:${"0".repeat(150_000)}x">Hi</p>` }))).toEqual([]);
  const far = `${"x ".repeat(500_000)}\n`;
  const choice = `{% if contact.name${" and contact.id".repeat(60)} %}{% endif %}\n`;
  const found = stops(email({ html: `${far}${choice.repeat(950)}{{ contact.nme }}` }));
  expect(found).toEqual([expect.stringMatching(/^html 952: There’s no merge tag “contact.nme”/)]);
});

test("Markdown that would take the parser minutes or all of its stack is text from some point on", () => {
  const long = "word ".repeat(1000);
  const html = markdownToHtml(`**Hi**, ${long}*you*\n\n- one\n  - two\n    > three`);
  expect(html).toContain("<strong>Hi</strong>");
  expect(html).toContain("<em>you</em>");
  expect(html.match(/<(?:ul|li|blockquote)>/g)).toEqual(["<ul>", "<li>", "<ul>", "<li>", "<blockquote>"]);
  expect(markdownToHtml(`*${long}you*`)).not.toContain("<em>");
  for (const deep of ["- ", "> ", "1. "]) {
    const text = markdownToHtml(`${deep.repeat(5000)}end`);
    expect([deep, text.includes("end"), text.match(/<(?:ul|ol|blockquote)/g)?.length]).toEqual([
      deep,
      true,
      20,
    ]);
  }
});

test("pictures are found in no time, however many tags never end", () => {
  const endless = "<img ".repeat(150_000);
  expect(pictureUrlsIn(`<img alt="a" src="/a.png"><IMG src="/b.png">${endless}`)).toEqual([
    "/a.png",
    "/b.png",
  ]);
});

test("Markdown with more signs than anyone writes is text, because each is looked at for all others", () => {
  expect(markdownToHtml("_a_ ".repeat(10))).toContain("<em>");
  for (const signs of ["_a_", "**a", "[", "<"])
    expect(markdownToHtml(signs.repeat(100_000))).not.toMatch(/<em>|<strong>|<a /);
});
