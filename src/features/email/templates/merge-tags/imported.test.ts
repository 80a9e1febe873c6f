// @project unit
/* E-mail that people bring along from other programs, and what it becomes here. */
import fc from "fast-check";
import { simpleParser } from "mailparser";
import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { compileBlocks, compileMarkdown } from "../blocks/blocks.ts";
import { cleanHtml } from "../html/html.ts";
import { checkContent, type Recipient, renderContent } from "../render/content.ts";
import { renderLeniently } from "../render/lenient-render.ts";
import { type Content, DEFAULT_THEME } from "../rules.ts";
import { applyFix } from "../ui/preview/apply-fix.ts";
import { foreignTagsIn } from "./foreign-tags.ts";

const FOOTER = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const MIA: Recipient = {
  contact: {
    id: "1",
    email: "mia+news@fans.test",
    name: "Mia Lund & Co/ü",
    first_name: "Mia",
    phone: null,
    country: "UNKNOWN",
    tags: ["vip"],
    fields: { site: "https://mia.test/a?b=c&d=e" },
  },
  unsubscribe_url: "https://f.test/u/abc",
  sender: { name: "Nora", postal_address: "Main Street 1" },
};
const named = (name: string): Recipient => ({ ...MIA, contact: { ...MIA.contact, name } });

const email = (html: string, parts: Partial<Content> = {}): Content => ({
  subject: "Hello",
  preheader: "News",
  text: "",
  ...parts,
  html: html + FOOTER,
});
const messages = (content: Content, severity: "stop" | "warning") =>
  checkContent(content).flatMap((finding) => (finding.severity === severity ? finding.message : []));
const hrefs = (html: string) =>
  [...html.matchAll(/\shref="([^"]*)"/g)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));

test("5.2.3 what’s filled into a URL is encoded where it stands, and a tag for the whole URL stays one", () => {
  const { html } = renderContent(
    email(
      '<a href="https://x.test/{{ contact.name }}?n={{ contact.name }}#{{contact.name}}">a</a><a href="{{ contact.fields.site }}">b</a><a href="mailto:{{ contact.email }}?subject={{ contact.name }}">c</a><a href="https://x.test/?q={{ contact.name | url_encode }}">d</a>',
    ),
    MIA,
  );
  const name = "Mia%20Lund%20%26%20Co%2F%C3%BC";
  expect(hrefs(html).slice(0, 4)).toEqual([
    `https://x.test/${name}?n=${name}#${name}`,
    "https://mia.test/a?b=c&d=e",
    `mailto:mia%2Bnews@fans.test?subject=${name}`,
    "https://x.test/?q=Mia+Lund+%26+Co%2F%C3%BC",
  ]);
});

test("5.2.3 any name in a URL comes back as it was", () => {
  const content = email('<a href="https://x.test/p?n={{ contact.name }}&m=1">a</a>');
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const [href = ""] = hrefs(renderContent(content, named(name)).html);
      const url = new URL(href);
      expect([url.host, url.searchParams.get("n"), url.searchParams.get("m")]).toEqual(["x.test", name, "1"]);
    }),
  );
});

test("5.2.3 merge tags work in URLs however an editor has written them", () => {
  const html = [
    "https://x.test/?n=%7B%7Bcontact.name%7D%7D&amp;m=1",
    "https://x.test/?n=%7b%7b%20contact.name%20%7c%20default%3A%20'you'%20%7d%7d",
    "https://x.test/?n={{%20contact.name%20}}",
    "http://{{ unsubscribe_url }}",
    "https://{{unsubscribe_url}}",
    "%7B%7Bunsubscribe_url%7D%7D",
    "https://x.test/?brace=%7B%7B1%7D%7D",
  ].map((url) => `<a href="${url}">a</a>`);
  const content = email(html.join(""));
  expect(messages(content, "stop")).toEqual([]);
  const name = "Mia%20Lund%20%26%20Co%2F%C3%BC";
  expect(hrefs(renderContent(content, MIA).html).slice(0, 7)).toEqual([
    `https://x.test/?n=${name}&m=1`,
    ...[`https://x.test/?n=${name}`, `https://x.test/?n=${name}`],
    ...["https://f.test/u/abc", "https://f.test/u/abc", "https://f.test/u/abc"],
    "https://x.test/?brace=%7B%7B1%7D%7D",
  ]);
});

test("5.2.3 a field with a whole URL is one behind https://, too, and one without a scheme gets it", () => {
  const html = [
    ...["https://{{ contact.fields.site }}", "http://{{contact.fields.site}}/", "https://{{ contact.name }}"],
    "https://{{ contact.fields.site | default: 'x.test' }}",
  ].map((url) => `<a href="${url}">a</a>`);
  const content = email(html.join(""));
  expect(messages(content, "stop")).toEqual([]);
  const site = "https://mia.test/a?b=c&d=e";
  const at = (name: string) => hrefs(renderContent(content, named(name)).html)[2];
  expect(hrefs(renderContent(content, MIA).html).slice(0, 2)).toEqual([site, `${site}/`]);
  expect(hrefs(renderContent(content, MIA).html)[3]).toBe(site);
  expect([at("mia.test/a"), at("javascript:alert(1)"), at("http://mia.test")]).toEqual([
    ...["https://mia.test/a", "https://javascript:alert(1)", "http://mia.test"],
  ]);
  const markdown = compileMarkdown("[a](https://{{ contact.fields.site }})", DEFAULT_THEME);
  expect(hrefs(renderContent({ ...email(""), html: markdown }, MIA).html)[0]).toBe(site);
});

test("5.2.3 a merge tag of ours without spaces is ours", () => {
  const html = '<a href="{{unsubscribe_url}}">Unsubscribe</a> {{sender.postal_address}} {{contact.name}}';
  expect(messages({ ...email(""), html }, "stop")).toEqual([]);
});

test("5.2.3 merge tags work in the links of Markdown", () => {
  const source =
    "[a](https://x.test/?n={{ contact.name | default: 'you there' }}) [b]({{ unsubscribe_url }}) <https://y.test/{{ contact.name }}>";
  const content = { ...email(""), html: compileMarkdown(source, DEFAULT_THEME) };
  expect(messages(content, "stop")).toEqual([]);
  expect(hrefs(renderContent(content, MIA).html).slice(0, 3)).toEqual([
    "https://x.test/?n=Mia%20Lund%20%26%20Co%2F%C3%BC",
    "https://f.test/u/abc",
    "https://y.test/Mia%20Lund%20%26%20Co%2F%C3%BC",
  ]);
});

test("a link leads to one place, however an editor broke its lines, left out its scheme, or made it a part of a picture", () => {
  const html = `<a\n  href="https://x.test/a"\n  target="_blank"\n>a</a><a href="\n  https://x.test/b\n ">b</a><a href="https://x.test/c/&#10;\r\n      d?e=1&amp;f={{ contact.first_name }}">c</a><a href="//x.test/e">e</a><map name="m"><area href="x.test/f" alt="f"><area nohref alt="g"></map><img src="//x.test/g.png" alt="g">`;
  expect(hrefs(renderContent(email(cleanHtml(html)), MIA).html).slice(0, 5)).toEqual([
    ...["https://x.test/a", "https://x.test/b", "https://x.test/c/d?e=1&f=Mia", "https://x.test/e"],
    "https://x.test/f",
  ]);
  expect(cleanHtml(html)).toContain('src="https://x.test/g.png"');
  expect(messages(email(html), "stop")).toEqual([]);
  expect(messages(email('<map name="m"><area href="nowhere" alt="f"></map>'), "stop")).toEqual([
    "“nowhere” isn’t a URL that people can open.",
  ]);
});

test("stylesheets in a comment, as Word and old templates have them, and conditions however they’re written stay", () => {
  const word = `<html><head><style>\n<!--\n/* Font Definitions */\np.MsoNormal {margin:0in}\n-->\n</style></head><body><p class=MsoNormal>Hi<o:p></o:p></p></body></html>`;
  expect(cleanHtml(word)).toMatch(
    /<style>\s*\/\* Font Definitions \*\/\np\.MsoNormal \{margin:0in\}\s*<\/style>/,
  );
  expect(cleanHtml("<style><!-- </style><script>alert(1)</script> --></style>")).not.toContain("script");
  const written = `<!--[if !mso]>--><p>d</p><!--<![endif]--><!--[if mso\n  ]><i>8</i><!\n  [endif]--><!--[if mso | IE]><b>x</b><![endif]/-->`;
  expect(cleanHtml(written)).toBe(
    "<!--[if !mso]><!--><p>d</p><!--<![endif]--><!--[if mso]><i>8</i><![endif]--><!--[if mso | IE]><b>x</b><![endif]-->",
  );
});

test("links that call, write and text are ordinary, and what was typed becomes one, with a hint", () => {
  const html = `<a href="+44 (0)20 7946 0000">a</a><a href="mailto:o'brien@x.com?subject=It's here">b</a><a href="tel:+1 (555) 123-4567">c</a><a href="sms:+15551234567?body=I'm in">d</a><a href="www.foo.com/x">e</a><a href="me@foo.com">f</a>`;
  expect(hrefs(cleanHtml(html))).toEqual([
    "tel:+442079460000",
    "mailto:o%27brien@x.com?subject=It%27s%20here",
    "tel:+1(555)123-4567",
    "sms:+15551234567?body=I%27m%20in",
    "https://www.foo.com/x",
    "mailto:me@foo.com",
  ]);
  expect(messages(email(html), "stop")).toEqual([]);
  expect(messages(email(html), "warning")).toEqual([
    "“+44 (0)20 7946 0000” is a phone number, so the link calls it.",
    "“me@foo.com” is an e-mail address, so the link writes to it.",
  ]);
});

test.each([
  ["*|FNAME|*", "{{ contact.first_name }}"],
  ["*|LIST:ADDRESS|*", "{{ sender.postal_address }}"],
  ["%FIRST_NAME%", "{{ contact.first_name }}"],
  ["%UNSUBSCRIBELINK%", "{{ unsubscribe_url }}"],
  ["%%First Name%%", "{{ contact.first_name }}"],
  ["{contactfield=firstname}", "{{ contact.first_name }}"],
  ["{$name}", "{{ contact.name }}"],
  ["[[name]]", "{{ contact.name }}"],
  ['[[data:firstname:"you"]]', '{{ contact.first_name | default: "you" }}'],
  ["[[FIRSTNAME]]", "{{ contact.first_name }}"],
  ["[Name,fallback=]", "{{ contact.name }}"],
  ["[firstname,fallback=there]", '{{ contact.first_name | default: "there" }}'],
  ["[Email]", "{{ contact.email }}"],
  ['{{var:firstname:"there"}}', '{{ contact.first_name | default: "there" }}'],
  ['{first_name, "there"}', '{{ contact.first_name | default: "there" }}'],
  ["{!firstname_fix}", "{{ contact.first_name }}"],
  ["$[FNAME]$", "{{ contact.first_name }}"],
  ["#recipient:name#", "{{ contact.name }}"],
  ["%recipient.first_name%", "{{ contact.first_name }}"],
  ["{% unsubscribe %}", "{{ unsubscribe_url }}"],
  ["{{ .Subscriber.FirstName }}", "{{ contact.first_name }}"],
  ["{{ contact.FIRSTNAME }}", "{{ contact.first_name }}"],
  ["{{ contact.firstname }}", "{{ contact.first_name }}"],
  ["{{ first_name|default:'friend' }}", '{{ contact.first_name | default: "friend" }}'],
  ["{{ subscriber.first_name }}", "{{ contact.first_name }}"],
  ["{{ UnsubscribeURL }}", "{{ unsubscribe_url }}"],
])("5.2.3 another program’s %s stops the send, and one press makes it %s", (tag, ours) => {
  for (const content of [email(`<p>Hi ${tag},</p>`), email("<p>Hi</p>", { subject: `Hi ${tag}` })]) {
    const fixes = checkContent(content).flatMap(({ severity, fix }) =>
      severity === "stop" && fix ? fix : [],
    );
    expect(fixes[0]).toEqual({ from: tag, to: ours });
  }
  const values = {
    ...email(""),
    name: "",
    mode: "html" as const,
    theme: DEFAULT_THEME,
    attachments: [],
    blocks: [],
    source: `<p>${tag}</p>`,
  };
  expect(applyFix(values, { from: tag, to: ours }).source).toBe(`<p>${ours}</p>`);
});

test("5.2.3 what only looks like another program’s merge tag is text", () => {
  const text =
    "100% off, 50% of it; [link](x) https://x.test/%C3%ABC%20D [see below] {color:red} [1] {a} 5 * 3 | 2 * 1 [[1]] #1";
  expect(foreignTagsIn(text)).toEqual([]);
});

test.each([
  [
    "<p title='{{ contact.nick }}'>Hi {{ contact.nickname }}, {{ contact.first_name }}</p>",
    '<p title="{{ contact.nick }}">Hi <mark>{{ contact.nickname }}</mark>, Mia</p>',
  ],
  ["Hi {{ x y }} {{ contact.first_name }}", "Hi <mark>{{ x y }}</mark> Mia"],
  ["{% if contact.nick %}a{% else %}b {{ contact.first_name }}{% endif %}", "b Mia"],
  ["{% if contact.name %}x {{ contact.first_name }}", "<mark>{% if contact.name %}</mark>x Mia"],
  ["{{ contact.first_name }} {{ contact.name", "Mia {\u200b{ contact.name"],
  ["{{ __proto__.polluted }} {{ contact.first_name }}", "<mark>{{ __proto__.polluted }}</mark> Mia"],
])("a mistake doesn’t empty the preview: %s", (html, shown) => {
  expect(renderLeniently(email(html), MIA).html).toContain(shown);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
});

const MJML = `<!doctype html><html xmlns:v="urn:schemas-microsoft-com:vml"><head><!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]--><!--[if !mso]><!--><style>@media only screen and (min-width:480px){.mj{width:100%!important}}</style><!--<![endif]--></head><body><!-- a note --><!--[if mso | IE]><table align="center" width="600" onclick="x()"><tr><td><v:rect fill="true" href="javascript:x()"><v:fill src="https://x.test/a.png" type="frame" /><v:textbox inset="0,0,0,0"><![endif]--><section role="presentation"><div background="https://x.test/b.png">{{ contact.first_name }}</div></section><!--[if mso]></v:textbox></v:rect><script>x()</script></td></tr></table><![endif]--><form><input name="q"></form></body></html>`;

test("5.2.1 what editors write for Outlook stays, nothing in it runs, and the check says what goes", () => {
  const { html } = renderContent(email(MJML), MIA);
  for (const kept of [
    "<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript><![endif]-->",
    "<!--[if !mso]><!--><style>@media only screen and (min-width:480px){.mj{width:100%!important}}</style><!--<![endif]-->",
    '<!--[if mso | IE]><table align="center" width="600"><tr><td><v:rect fill="true"><v:fill src="https://x.test/a.png" type="frame"/><v:textbox inset="0,0,0,0"><![endif]-->',
    '<section role="presentation"><div background="https://x.test/b.png">Mia</div></section>',
  ])
    expect(html).toContain(kept);
  expect(html).not.toMatch(/a note|onclick|javascript|<script|<form/);
  expect(messages(email(MJML), "warning")).toEqual([
    "Inboxes don’t take <form>, <input>, so that’s left out. Its words stay, except in scripts and drawings.",
  ]);
});

test.each([
  ["<!--[if mso]>--><script>x()</script><!--<![endif]-->"],
  ['<a title=\'<!--[if mso]><b title="" onclick="x()"><![endif]-->\'>a</a>'],
  ["<!--[if mso]><b title='\"><script>x()</script>'><![endif]-->"],
  ["<!--[if mso]>{{ '--><script>x()</script>' }}<![endif]-->"],
  ["<!--[if mso]><a href=\" java{{ 'script:x()' }}\">a</a><![endif]-->"],
  ["<style><!--[if mso]></style><script>x()</script><![endif]--></style>"],
  ["<!--[if mso]><!-- --!><img src=x onerror=x()><![endif]-->"],
])("nothing gets out of a comment for Outlook: %s", (html) => {
  const made = renderContent(email(html), MIA).html;
  expect(made.replace(/<!--[\s\S]*?-->/g, "")).not.toMatch(/<[^<>]*\son\w+=|<script|javascript:/i);
  expect(made).not.toMatch(/<script|href="\s*javascript:/i);
});

const BLOCKS = compileBlocks(
  [
    { id: "1", type: "text", html: "<p>Hello {{ contact.first_name }}</p>", align: "left" },
    { id: "2", type: "button", label: "Go", url: "https://go.test/{{ contact.name }}", align: "center" },
  ],
  DEFAULT_THEME,
  { publicUrl: "https://f.test", pages: new Map(), countdownUrls: new Map() },
);

test("5.2.1 Outlook for Windows gets 600 px, and buttons with room inside", () => {
  expect(BLOCKS).toContain(
    '<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" align="center"><tr><td><![endif]-->',
  );
  expect(BLOCKS).toMatch(/<td bgcolor="#6d28d9"[^>]*mso-padding-alt:13px 24px/);
});

test("what’s sent is read back as it was meant: links, both forms, and the preview text by itself", async () => {
  const made = renderContent({ ...email(""), preheader: "Only this", html: BLOCKS }, MIA);
  const raw = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from: "a@f.test",
    to: "mia@fans.test",
    subject: made.subject,
    html: made.html,
    text: made.text,
  });
  const read = await simpleParser(raw.message as Buffer);
  expect(read.text).toContain("Go (https://go.test/Mia%20Lund%20%26%20Co%2F%C3%BC)");
  expect(hrefs(String(read.html))).toEqual(hrefs(made.html));
  // Inboxes show some 140 characters of what comes first.
  const words = String(read.html)
    .replace(/^[\s\S]*<body[^<>]*>/, "")
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&#847;", "\u034f")
    .replaceAll("&zwnj;", "\u200c")
    .replaceAll("&nbsp;", "\u00a0");
  expect(words.slice(0, 200).replace(/[\u034f\u200c\u00a0]/g, "")).toBe("Only this");
});
