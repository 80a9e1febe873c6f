// @project server-postgres
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { EDITING_LOCK_SECONDS, SNIPPETS_MAX, TEMPLATES_MAX, VERSIONS_KEPT } from "./rules.ts";

let app: TestApp;
let owner: Client;
let server: Server;
let host: string;

beforeAll(async () => {
  app = await startApp({ ROLES: "web", OUTBOUND_ALLOW: "loopback" });
  server = createServer((request, response) => response.writeHead(request.url === "/ok" ? 200 : 404).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await app?.close();
});
beforeEach(async () => {
  owner = await app.signUp();
});

const text = (html: string, id = "t") => ({ id, type: "text", html });
const create = (body: object = {}, who = owner) => who.api("POST", "/templates", { name: "News", ...body });
const preview = async (id: string, body: object = {}) =>
  (await owner.api("POST", `/templates/${id}/preview`, body)).body;
const stopsOf = (shown: { findings: { severity: string; message: string }[] }) =>
  shown.findings.filter(({ severity }) => severity === "stop").map(({ message }) => message);
const told = async (subject: string) =>
  (await eventsOf(app)).filter((event) => event.subject === subject).map(({ name }) => name);

it("a template is added once, listed, changed, copied and deleted, and each of it is announced", async () => {
  const id = app.platform.newId();
  const made = await create({ id, subject: "Hi\r\n there", blocks: [text("<p>Hi</p>")], folder: "Drops" });
  expect([made.status, made.body.subject, made.body.mode]).toEqual([201, "Hi there", "blocks"]);
  expect(made.body.blocks.map(({ type }: { type: string }) => type)).toEqual(["text", "footer"]);
  expect((await create({ id })).body.updated_at).toBe(made.body.updated_at);
  const changes = { name: "Drop", html: "<p>x</p>" };
  const changed = (await owner.api("PATCH", `/templates/${id}`, changes)).body;
  expect(changed).toMatchObject({ name: "Drop", mode: "html", source: "<p>x</p>", folder: "Drops" });
  expect((await owner.api("PATCH", `/templates/${id}`, changes)).body.updated_at).toBe(changed.updated_at);
  const copy = (await owner.api("POST", `/templates/${id}/duplicate`)).body;
  expect(copy).toMatchObject({ name: "Drop (copy)", source: "<p>x</p>" });
  const { items } = (await owner.api("GET", "/templates")).body;
  expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(["Drop", "Drop (copy)"]);
  expect((await owner.api("GET", `/templates/${id}`)).body.source).toBe("<p>x</p>");
  await owner.api("DELETE", `/templates/${id}`);
  expect(await told(id)).toEqual(["template.created", "template.updated", "template.deleted"]);
  expect(await told(copy.id)).toEqual(["template.duplicated"]);
});

it("§5 what isn’t there, or is someone else’s, isn’t found", async () => {
  const { id } = (await create()).body;
  const other = await app.signUp();
  const calls: [string, string, object?][] = [
    ["GET", ""],
    ["PATCH", "", { subject: "x" }],
    ["DELETE", ""],
    ["POST", "/duplicate"],
    ["POST", "/preview", {}],
    ["POST", "/text", {}],
    ["GET", "/oddest"],
    ["POST", "/check-links"],
    ["POST", "/editing", {}],
    ["GET", "/versions"],
    ["POST", `/versions/${id}/restore`],
  ];
  for (const [method, path, body] of calls) {
    const answer = await other.api(method, `/templates/${id}${path}`, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, "TEMPLATE_NOT_FOUND"]);
  }
  const version = await owner.api("POST", `/templates/${id}/versions/${id}/restore`);
  expect([version.status, version.body.code]).toEqual([404, "TEMPLATE_VERSION_NOT_FOUND"]);
  const snippet = await owner.api("DELETE", `/snippets/${id}`);
  expect([snippet.status, snippet.body.code]).toEqual([404, "SNIPPET_NOT_FOUND"]);
  const contact = await owner.api("POST", `/templates/${id}/preview`, { contact_id: id });
  expect([contact.status, contact.body.code]).toEqual([404, "CONTACT_NOT_FOUND"]);
});

it("a template needs a name, and an account has so many templates and snippets", async () => {
  for (const answer of [
    await create({ name: " \n" }),
    await owner.api("POST", "/snippets", { name: " ", blocks: [text("x")] }),
  ])
    expect([answer.status, answer.body.code]).toEqual([400, "TEMPLATE_NAME_REQUIRED"]);
  const { id } = (await create()).body;
  expect((await owner.api("PATCH", `/templates/${id}`, { name: "" })).body.code).toBe(
    "TEMPLATE_NAME_REQUIRED",
  );
  await app.platform.db.execute(sql`insert into templates (user_id, id, name, mode, theme, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), 'x', 'html', '{}', now(), now() from generate_series(2, ${TEMPLATES_MAX})`);
  await app.platform.db.execute(sql`insert into snippets (user_id, id, name, blocks, created_at)
    select ${owner.id}, gen_random_uuid(), 'x', '[]', now() from generate_series(1, ${SNIPPETS_MAX})`);
  for (const answer of [await create(), await owner.api("POST", `/templates/${id}/duplicate`)])
    expect([answer.status, answer.body.code]).toEqual([409, "TEMPLATE_LIMIT"]);
  const snippet = await owner.api("POST", "/snippets", { name: "a", blocks: [text("x")] });
  expect([snippet.status, snippet.body.code]).toEqual([409, "SNIPPET_LIMIT"]);
});

it("of two tabs editing one template, the second is asked", async () => {
  const made = (await create({ subject: "One" })).body;
  const path = `/templates/${made.id}`;
  const save = (subject: string) => owner.api("PATCH", path, { subject, updated_at: made.updated_at });
  expect((await save("Two")).status).toBe(200);
  const refused = await save("Three");
  expect([refused.status, refused.body.code, refused.body.data.subject]).toEqual([
    409,
    "CHANGED_MEANWHILE",
    "Two",
  ]);
});

it("while one person edits a template, it’s locked for others, until they take over or the editor is gone", async () => {
  const made = (await create({ subject: "One" })).body;
  const path = `/templates/${made.id}`;
  await owner.api("PATCH", path, { subject: "Two" });
  const [version] = (await owner.api("GET", `${path}/versions`)).body.items;
  const mate = await app.signUp({ name: "Nora" });
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, created_at)
    values (${owner.id}, ${mate.id}, 'marketer', now())`);
  const asMate = (method: string, at: string, body?: object) =>
    mate.call(method, `/api/v1${at}`, body, { "x-account": owner.id });
  const open = (body: object = {}) => owner.api("POST", `${path}/editing`, body);
  const openAsMate = (body: object = {}) => asMate("POST", `${path}/editing`, body);
  const nora = { editor: { name: "Nora" } };

  expect((await openAsMate()).body).toEqual({ editor: null });
  expect([(await open()).body, (await owner.api("GET", path)).body.editor]).toEqual([nora, nora.editor]);
  expect((await asMate("GET", path)).body.editor).toBeNull();
  for (const refused of [
    await owner.api("PATCH", path, { subject: "Three" }),
    await owner.api("DELETE", path),
    await owner.api("POST", `${path}/versions/${version.id}/restore`),
  ])
    expect([refused.status, refused.body.code]).toEqual([409, "TEMPLATE_LOCKED"]);
  expect((await asMate("PATCH", path, { subject: "Hers" })).status).toBe(200);

  expect((await open({ takes_over: true })).body).toEqual({ editor: null });
  expect((await openAsMate()).body.editor).toEqual({ name: "Ada" });
  const late = await asMate("PATCH", path, { subject: "Lost?" });
  expect([late.status, late.body.code]).toEqual([409, "TEMPLATE_LOCKED"]);
  // Leaving ends nobody else’s lock.
  await openAsMate({ is_open: false });
  expect((await asMate("GET", path)).body.editor).toEqual({ name: "Ada" });
  expect((await owner.api("PATCH", path, { subject: "Mine" })).status).toBe(200);
  await open({ is_open: false });
  expect((await openAsMate()).body).toEqual({ editor: null });
  app.clock.advance((EDITING_LOCK_SECONDS + 1) * 1000);
  expect((await owner.api("PATCH", path, { subject: "After her" })).status).toBe(200);
});

it("what a template was comes back, and the newest versions stay", async () => {
  const { id } = (await create({ subject: "0", blocks: [text("<p>First</p>")] })).body;
  const path = `/templates/${id}`;
  const versions = async () => (await owner.api("GET", `${path}/versions`)).body.items;
  await owner.api("PATCH", path, { subject: "1", blocks: [] });
  await owner.api("PATCH", path, { name: "Renamed" });
  const [first] = await versions();
  expect(first).toMatchObject({ subject: "0" });
  expect(await versions()).toHaveLength(1);
  const back = (await owner.api("POST", `${path}/versions/${first.id}/restore`)).body;
  expect(back).toMatchObject({ subject: "0", name: "Renamed" });
  expect(back.blocks[0].html).toBe("<p>First</p>");
  for (let at = 0; at < VERSIONS_KEPT; at++) {
    app.clock.advance(1000);
    await owner.api("PATCH", path, { subject: `s${at}` });
  }
  const kept = await versions();
  expect(kept).toHaveLength(VERSIONS_KEPT);
  expect(kept[0].subject).toBe(`s${VERSIONS_KEPT - 2}`);
});

it("blocks become an e-mail with the page’s links as they are now, the postal address and the way out", async () => {
  const profile = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  await owner.api("PATCH", `/profiles/${profile.id}`, {
    social_platforms: [{ platform: "tiktok", url: "https://tiktok.com/@mia" }],
  });
  const add = (title: string) =>
    owner.api("POST", `/profiles/${profile.id}/links`, { title, url: "https://shop.example" });
  const link = (await add("Shop & <more>")).body;
  const on = { profile_id: profile.id };
  const picture = (await owner.api("POST", "/templates/pictures", await pictureForm())).body.url;
  await owner.api("PUT", "/sender", { name: "Mia", postal_address: "Main Street 1\nOslo" });
  expect((await owner.api("GET", "/sender")).body.name).toBe("Mia");
  const column = { picture, alt: "Left", html: "<p>Left</p>", label: "Go", url: "https://go.example/x" };
  const blocks = [
    { id: "h", type: "heading", text: "Hi {{ contact.first_name | default: 'you' }}" },
    text("<p><strong>Bold</strong><script>alert(1)</script></p><ul><li>One</li></ul>"),
    { id: "b", type: "button", label: "Look", url: "https://look.example/?a=1&b=2" },
    { id: "p", type: "picture", picture, alt: 'A "cat"' },
    { id: "c", type: "columns", columns: [column, {}] },
    { id: "d", type: "divider" },
    { id: "s", type: "social", ...on },
    { id: "l", type: "links", ...on },
    { id: "f", type: "footer", note: "You signed up at a show." },
  ];
  const { id } = (await create({ subject: "Hello", preheader: "Soon", blocks })).body;
  const shown = await preview(id);
  expect(stopsOf(shown)).toEqual([]);
  const { html } = shown;
  for (const part of [
    "Hi Mia",
    "<strong>Bold</strong>",
    "<li>One</li>",
    "Shop &amp; &lt;more&gt;",
    `/go/${link.id}"`,
    "https://tiktok.com/@mia",
    "Main Street 1, Oslo",
    "You signed up at a show.",
    "/u/preview",
    'alt="A &quot;cat&quot;"',
    "prefers-color-scheme:dark",
    'href="https://look.example/?a=1&amp;b=2"',
  ])
    expect(html).toContain(part);
  expect(html).toContain(`src="${app.platform.instance.publicUrl}${picture}"`);
  expect(html).not.toContain("<script");
  expect(shown.text).toContain("Look (https://look.example/?a=1&b=2)");
  expect(shown.bytes).toBeLessThan(20_000);

  expect(html).toContain(`src="${app.platform.instance.publicUrl}/static/mail/1/tiktok.png" alt="TikTok"`);
  expect(shown.text).toContain("TikTok (https://tiktok.com/@mia)");

  await owner.api("PATCH", `/links/${link.id}`, { title: "Sold out" });
  expect((await preview(id)).html).toContain("Sold out");
  await owner.api("DELETE", `/profiles/${profile.id}`);
  expect((await preview(id)).html).not.toContain("Sold out");
});

it("a preview shows a draft, a fan or an odd sample, and each mistake at its block", async () => {
  const { id } = (await create({ subject: "For {{ contact.name | default: 'you' }}" })).body;
  const draft = { blocks: [text("<p>Fine</p>", "a"), text("<p>{{ contact.nickname }}</p>", "b")] };
  const shown = await preview(id, { draft });
  expect(shown.html).toContain("<mark>");
  expect(shown.findings).toContainEqual(
    expect.objectContaining({ block: "b", message: expect.stringContaining("contact.nickname") }),
  );
  expect(stopsOf(shown).join()).toContain("Enter your postal address");
  expect((await preview(id, { sample: "nameless" })).subject).toBe("For you");
  const odd = await preview(id, { sample: "html", draft: { blocks: [text("<p>{{ contact.name }}</p>")] } });
  expect(odd.html).toContain("&lt;b&gt;Bobby&lt;/b&gt;");
  const markdown = await preview(id, {
    draft: { mode: "markdown", source: "# Hi\n\n[go](https://go.example/x)" },
  });
  expect(markdown.html).toContain('<a href="https://go.example/x">go</a>');
  expect(stopsOf(markdown)).toEqual([expect.stringContaining("postal address")]);
});

it("5.2.2 the plain text that’s made can be gone on from, merge tags included", async () => {
  const { id } = (await create({ text: "Mine" })).body;
  const draft = { blocks: [text('<p>Hi {{ contact.first_name | default: "you" }}, <b>look</b></p>')] };
  const made = (await owner.api("POST", `/templates/${id}/text`, { draft })).body.text;
  expect(made).toMatch(/^Hi \{\{ contact.first_name \| default: "you" \}\}, look\n/);
  expect(made).toContain("Unsubscribe ({{ unsubscribe_url }})");
  const shown = await preview(id, { draft: { ...draft, text: made } });
  expect(shown.text).toBe((await preview(id, { draft: { ...draft, text: "" } })).text);
});

it("a preview knows the account’s fields and its fans", async () => {
  const contact = app.platform.newId();
  await app.platform.db.execute(sql`insert into contacts (user_id, id, email, name, status, fields, created_at, updated_at)
    values (${owner.id}, ${contact}, 'zoe@fans.example', 'Zoe Fan', 'new', '{"city":"Bergen"}', now(), now())`);
  const fields = JSON.stringify([{ key: "city", label: "City", type: "text", choices: [] }]);
  await app.platform.db.execute(
    sql`insert into contact_settings (user_id, fields) values (${owner.id}, ${fields}::jsonb)`,
  );
  expect((await owner.api("GET", "/templates/fields")).body.items).toEqual([{ key: "city", label: "City" }]);
  const blocks = [
    text("<p>{{ contact.first_name }} of {{ contact.fields.city }}{{ contact.fields.shoe }}</p>"),
  ];
  const { id } = (await create({ blocks })).body;
  const shown = await preview(id, { contact_id: contact });
  expect(shown.html).toContain("Zoe of Bergen");
  expect(stopsOf(shown).join()).toContain("There’s no merge tag “contact.fields.shoe”");
});

it("5.2.4 the oddest contacts are the account’s own, one of each kind, also among many", async () => {
  const { db } = app.platform;
  const { id } = (await create({ blocks: [text("<p>{{ contact.fields.city }} {{ contact.phone }}</p>")] }))
    .body;
  const oddest = async (): Promise<object> => {
    const { items } = (await owner.api("GET", `/templates/${id}/oddest`)).body;
    return Object.fromEntries(
      items.map(({ sample, name, email }: Record<string, string>) => [sample, name || email]),
    );
  };
  expect(await oddest()).toEqual({});
  const long = "Maximiliane-Alexandra Featherstonehaugh";
  for (const [at, name] of ["", "فاطمة", "<b>Bo</b>", long, "Kim"].entries())
    await db.execute(sql`insert into contacts (user_id, id, email, name, phone, status, fields, created_at, updated_at)
      values (${owner.id}, gen_random_uuid(), ${`odd${at}@fans.example`}, ${name}, ${name === "Kim" ? null : "1"}, 'new',
        ${name === "Kim" ? "{}" : '{"city":"Oslo"}'}::jsonb, now() - interval '1 day', now())`);
  const odd = { nameless: "odd0@fans.example", rtl: "فاطمة", html: "<b>Bo</b>" };
  expect(await oddest()).toEqual({ ...odd, long, bare: "Kim" });
  await db.execute(sql`insert into contacts (user_id, id, email, name, phone, status, fields, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), n || '@fans.example', (array['Abe ', 'Zoe '])[n % 2 + 1] || n, '1', 'new', '{"city":"Oslo"}'::jsonb, now(), now()
    from generate_series(1, 1500) n`);
  expect(await oddest()).toEqual(odd);
});

it("links that don’t open are found", async () => {
  const html = `<a href="${host}/ok">a</a><a href="${host}/gone">b</a><a href="{{ unsubscribe_url }}">c</a>`;
  const { id } = (await create({ html })).body;
  const { items } = (await owner.api("POST", `/templates/${id}/check-links`)).body;
  expect(items).toEqual([
    expect.objectContaining({ severity: "warning", message: expect.stringContaining("/gone") }),
  ]);
});

it("snippets are kept by name and deleted, and the sender is kept, all of it announced", async () => {
  const blocks = [text("<p>Bye</p>")];
  const { id } = (await owner.api("POST", "/snippets", { name: "Bye", blocks })).body;
  expect((await owner.api("GET", "/snippets")).body.items).toMatchObject([{ id, name: "Bye", blocks }]);
  await owner.api("DELETE", `/snippets/${id}`);
  expect((await owner.api("GET", "/snippets")).body.items).toEqual([]);
  expect(await told(id)).toEqual(["snippet.created", "snippet.deleted"]);
  await owner.api("PUT", "/sender", { name: "A", postal_address: "B" });
  await owner.api("PUT", "/sender", { name: "A", postal_address: "C" });
  expect((await owner.api("GET", "/sender")).body.postal_address).toBe("C");
  expect((await told(owner.id)).filter((name) => name === "sender.changed")).toHaveLength(2);
});

it("a file that isn’t a picture is refused", async () => {
  const form = new FormData();
  form.set("file", new File(["no picture"], "a.png"));
  const answer = await owner.api("POST", "/templates/pictures", form);
  expect([answer.status, answer.body.code]).toEqual([400, "NOT_A_PICTURE"]);
});

it("pictures for e-mail are ones that every inbox shows: JPEGs, or PNGs where something shines through", async () => {
  for (const [channels, ending, type] of [
    [3, "jpg", "image/jpeg"],
    [4, "png", "image/png"],
  ] as const) {
    const background = { r: 9, g: 9, b: 9, alpha: 0.5 };
    const picture = await sharp({ create: { width: 60, height: 90, channels, background } })
      .webp()
      .toBuffer();
    const form = new FormData();
    form.set("file", new File([new Uint8Array(picture)], "a.webp"));
    const { url } = (await owner.api("POST", "/templates/pictures", form)).body;
    expect(url).toMatch(new RegExp(`^/media/[0-9a-f-]+\\.${ending}$`));
    const served = await fetch(app.url + url);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, type]);
    expect((await sharp(await served.arrayBuffer()).metadata()).format).toBe(type.slice("image/".length));
  }
});
