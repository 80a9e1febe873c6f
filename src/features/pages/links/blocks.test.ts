// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LinkSource, toPageView } from "#src/features/public/public-page/page/to-page-view.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

const EMBED = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const PHONE = {
  "user-agent":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
};
const ENDS = "2030-01-01T00:00:00.000Z";

let app: TestApp;
let owner: Client;
// biome-ignore lint/suspicious/noExplicitAny: the answer of the API, asserted and not trusted
let profile: any;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profile = await newProfile(owner);
});

async function newProfile(who: Client) {
  return (await who.api("POST", "/profiles", { name: `B${randomUUID().slice(0, 8)}` })).body;
}

const post = (fields: object, to = profile.id) => owner.api("POST", `/profiles/${to}/links`, fields);
async function add(fields: object, to = profile.id) {
  const answer = await post(fields, to);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
// biome-ignore lint/suspicious/noExplicitAny: rows of the API
const rows = async (): Promise<any[]> => (await owner.api("GET", `/profiles/${profile.id}/links`)).body.items;
const titles = async () => (await rows()).map(({ title, parent_id }) => (parent_id ? `- ${title}` : title));
const linkCount = async () => (await owner.api("GET", `/profiles/${profile.id}`)).body.link_count;
const page = async (username = profile.username) => app.visitor().call("GET", `/${username}`);
const upload = async () => (await owner.api("POST", "/media", await pictureForm("picture"))).body.url;

const faq = { kind: "faq", content: { items: [{ question: "Q?", answer: "A." }] } };
const tips = { kind: "support", title: "Tips", url: "ko-fi.com/mia" };

describe("blocks", () => {
  it("of every kind are on the page, and only what leads away counts as a link", async () => {
    const picture = await upload();
    const all = [
      { kind: "heading", title: "My music" },
      { kind: "text", content: { text: "Hello **you**" } },
      { kind: "picture", title: "A cat", picture_url: picture },
      { kind: "gallery", content: { pictures: [{ url: picture, alt: "Live" }] } },
      { kind: "spacer", content: { look: "line" } },
      { kind: "embed", url: `${EMBED}&list=x` },
      {
        kind: "contact_card",
        title: "Mia M.",
        content: { email: "mia@a.example", phone: "+351 123 456 78" },
      },
      { kind: "map", content: { address: "1 Main St" } },
      faq,
      { kind: "group", title: "More" },
      { kind: "countdown", title: "Album", content: { ends_at: ENDS } },
      { kind: "newsletter", title: "News from me" },
      { ...tips, content: { amounts: [3], currency: "USD" } },
      { title: "Shop", url: "a.example", layout: "featured", animation: "pulse", picture_url: picture },
    ];
    for (const fields of all) await add(fields);
    expect(await linkCount()).toBe(2);
    const { body, headers } = await page();
    for (const text of [
      "My music",
      "<strong>you</strong>",
      'alt="A cat"',
      'alt="Live"',
      "<hr/>",
      "1 Main St",
      "Q?",
    ])
      expect(body).toContain(text);
    for (const text of ["More", "Album", "News from me", "$3", "featured", 'data-animation="pulse"'])
      expect(body).toContain(text);
    expect(body).toMatch(/width="\d+" height="\d+"/);
    expect(headers.get("content-security-policy")).toContain("; frame-src https://www.youtube-nocookie.com;");
    const [, card] = /href="(\/[^"]+\.vcf)"[^>]*>Save contact<\/a><\/section>/.exec(body) ?? [];
    expect((await app.visitor().call("GET", card ?? "")).body).toContain(
      "EMAIL;TYPE=INTERNET:mia@a.example\r\n",
    );
    expect((await app.visitor().call("GET", `/nobody/contact/${randomUUID()}.vcf`)).status).toBe(404);
    const names = (await owner.api("GET", "/links")).body.items;
    expect(names.map(({ title }: { title: string }) => title)).toEqual([
      "YouTube",
      "1 Main St",
      "Tips",
      "Shop",
    ]);
    const data = await app
      .visitor()
      .api("POST", "/functions/get-profile-data", { username: profile.username });
    expect(data.body.links).toMatchObject([{ title: "Shop" }]);
    const plain = await newProfile(owner);
    expect((await page(plain.username)).headers.get("content-security-policy")).not.toContain("frame-src");
  });

  it("lead where they say, and their clicks count", async () => {
    const [embed, support, heading] = [
      await add({ kind: "embed", url: EMBED }),
      await add(tips),
      await add({ kind: "heading", title: "x" }),
    ];
    const go = (id: string) => app.visitor().call("GET", `/go/${id}`, undefined, PHONE);
    expect((await go(embed.id)).headers.get("location")).toBe(EMBED);
    expect((await go(support.id)).headers.get("location")).toBe("https://ko-fi.com/mia");
    expect((await go(heading.id)).status).toBe(404);
    const event = { id: randomUUID(), link_id: embed.id, session_id: "s1" };
    expect((await app.visitor().call("POST", "/api/v1/clicks", { events: [event] }, PHONE)).status).toBe(202);
    await expect.poll(async () => (await rows())[0].click_count, { timeout: 20_000 }).toBe(2);
    const asked = { clickedLinkId: embed.id };
    expect((await app.visitor().api("POST", "/functions/get-accessible-links", asked)).status).toBe(404);
  });

  it.each([
    ["CONTENT_INVALID", { kind: "faq", content: { items: [] } }, "content.items"],
    ["CONTENT_INVALID", { kind: "text", content: { text: " \u200b" } }, "content.text"],
    ["CONTENT_INVALID", { kind: "spacer", content: { look: "huge" } }, "content.look"],
    ["CONTENT_INVALID", { kind: "heading", title: "x", content: { more: 1 } }, "content"],
    ["CONTENT_INVALID", { title: "x", url: "a.example", content: { text: "x" } }, "content"],
    ["CONTENT_INVALID", { kind: "countdown", title: "x", content: { ends_at: "soon" } }, "content.ends_at"],
    ["BLOCK_TITLE_REQUIRED", { kind: "heading", title: " " }, "title"],
    ["PICTURE_REQUIRED", { kind: "picture", title: "x" }, "picture_url"],
    ["PICTURE_INVALID", { kind: "picture", picture_url: `/media/${randomUUID()}.webp` }, "picture_url"],
    ["EMBED_UNKNOWN", { kind: "embed", url: "https://a.example/video" }, "url"],
    ["URL_DANGEROUS", { kind: "embed", url: "javascript:alert(1)" }, "url"],
    ["SUPPORT_UNKNOWN", { kind: "support", title: "x", url: "https://a.example/me" }, "url"],
    [
      "OPTION_UNAVAILABLE",
      { ...tips, is_ab_test: true, link_a: "a.example", link_b: "b.example" },
      undefined,
    ],
    ["GROUP_INVALID", { kind: "heading", title: "x", parent_id: randomUUID() }, undefined],
  ])("answers %s to %j", async (code, fields, field) => {
    const answer = await post(fields);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400, body: { code } });
    expect(answer.body.data?.field).toBe(field);
    expect(await rows()).toEqual([]);
  });

  it("keep their picture if the new one isn't there", async () => {
    const { id } = await add({ title: "Shop", url: "https://shop.example" });
    const lost = { picture_url: `/media/${randomUUID()}.webp` };
    expect((await owner.api("PATCH", `/links/${id}`, lost)).body).toMatchObject({ code: "PICTURE_INVALID" });
  });

  it("change in part, and never become another kind", async () => {
    const { id } = await add({ ...faq, title: "FAQ" });
    const changed = await owner.api("PATCH", `/links/${id}`, { title: "Questions" });
    expect(changed.body).toMatchObject({ kind: "faq", title: "Questions", content: faq.content });
    expect((await owner.api("PATCH", `/links/${id}`, { kind: "link" })).status).toBe(400);
    const refused = await owner.api("PATCH", `/links/${id}`, {
      content: { items: [{ question: "Q?", answer: "" }] },
    });
    expect(refused.body).toMatchObject({
      code: "CONTENT_INVALID",
      data: { field: "content.items.0.answer" },
    });
    const { updated_at } = (await owner.api("PATCH", `/links/${id}`, { content: faq.content })).body;
    expect(updated_at).toBe(changed.body.updated_at);
  });

  it("are refused in a change as they are when they're added", async () => {
    const refuse = async (kept: object, changes: object) => {
      const { id } = await add(kept);
      const { status, body } = await owner.api("PATCH", `/links/${id}`, changes);
      await owner.api("DELETE", `/links/${id}`);
      return [status, body.code];
    };
    const heading = { kind: "heading", title: "x" };
    const picture = { kind: "picture", picture_url: await upload() };
    const test = { is_ab_test: true, link_a: "a.example", link_b: "b.example" };
    expect(await refuse(heading, { title: " " })).toEqual([400, "BLOCK_TITLE_REQUIRED"]);
    expect(await refuse(picture, { picture_url: null })).toEqual([400, "PICTURE_REQUIRED"]);
    const embed = { kind: "embed", url: EMBED };
    expect(await refuse(embed, { url: "https://a.example/video" })).toEqual([400, "EMBED_UNKNOWN"]);
    expect(await refuse(tips, { url: "https://a.example/me" })).toEqual([400, "SUPPORT_UNKNOWN"]);
    expect(await refuse(tips, test)).toEqual([400, "OPTION_UNAVAILABLE"]);
    expect(await refuse(heading, { parent_id: randomUUID() })).toEqual([400, "GROUP_INVALID"]);
  });

  it("count against the plan as soon as they lead away", async () => {
    for (const title of ["a", "b", "c", "d", "e"]) await add({ title, url: "a.example" });
    await add({ kind: "heading", title: "x" });
    expect((await post(tips)).body.code).toBe("LINK_LIMIT");
    const picture = await add({ kind: "picture", picture_url: await upload() });
    expect((await owner.api("PATCH", `/links/${picture.id}`, { url: "a.example" })).body.code).toBe(
      "LINK_LIMIT",
    );
    expect(await linkCount()).toBe(5);
  });

  it("are 300 at most, with one sign-up form", async () => {
    const replaced = (await add({ kind: "newsletter" })).id;
    await owner.api("DELETE", `/links/${replaced}`);
    const { id } = await add({ kind: "newsletter" });
    expect((await post({ kind: "newsletter" })).body.code).toBe("NEWSLETTER_TWICE");
    expect((await owner.api("POST", `/links/${id}/duplicate`)).body.code).toBe("NEWSLETTER_TWICE");
    expect((await owner.api("POST", `/links/${replaced}/restore`)).body.code).toBe("NEWSLETTER_TWICE");
    const spare = await add({ kind: "spacer" });
    await owner.api("DELETE", `/links/${spare.id}`);
    const heading = await add({ kind: "heading", title: "x" });
    await app.platform.db.execute(sql`
      insert into links (id, profile_id, user_id, title, url, kind, position, created_at, updated_at)
      select gen_random_uuid(), profile_id, user_id, '', '', 'spacer', 2 + n, created_at, updated_at
      from links, generate_series(1, 298) n where id = ${heading.id}`);
    expect((await post({ kind: "spacer" })).body.code).toBe("BLOCK_LIMIT");
    expect((await owner.api("POST", `/links/${heading.id}/duplicate`)).body.code).toBe("BLOCK_LIMIT");
    expect((await owner.api("POST", `/links/${spare.id}/restore`)).body.code).toBe("BLOCK_LIMIT");
    await add({ title: "Links have their own limit", url: "a.example" });
  });

  it("hold so much text that any server draws the page at once, and no more", async () => {
    const faq = (count: number) => ({
      kind: "faq",
      content: { items: Array(count).fill({ question: "q", answer: "[a](https://a.example) ".repeat(80) }) },
    });
    const first = (await post(faq(28))).body;
    expect((await post(faq(23))).status).toBe(201);
    const message = "The texts on a page hold up to 100,000 characters together. Shorten some of them.";
    const short = (await post(faq(1))).body;
    for (const answer of [
      await post(faq(5)),
      await owner.api("PATCH", `/links/${short.id}`, { content: faq(9).content }),
      await owner.api("POST", `/links/${first.id}/duplicate`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: "BLOCK_LIMIT", message } });
    expect((await owner.api("PATCH", `/links/${first.id}`, { content: faq(2).content })).status).toBe(200);
    const source = { kind: "faq", content: faq(30).content } as unknown as LinkSource;
    const { links } = toPageView({} as Parameters<typeof toPageView>[0], Array(300).fill(source));
    expect(links).toHaveLength(1);
  });
});

describe("groups", () => {
  // biome-ignore lint/suspicious/noExplicitAny: rows of the API
  let made: Record<string, any>;
  beforeEach(async () => {
    const group = await add({ kind: "group", title: "G" });
    const a = await add({ title: "a", url: "a.example", parent_id: group.id });
    const x = await add({ kind: "heading", title: "x" });
    const b = await add({ title: "b", url: "b.example", parent_id: group.id });
    made = { group, a, b, x };
  });

  it("keep what's in them right below, in any order", async () => {
    expect(await titles()).toEqual(["G", "- a", "- b", "x"]);
    const { group, a, b, x } = made;
    const ids = [b.id, x.id, a.id, group.id];
    const put = (body: object) => owner.api("PUT", `/profiles/${profile.id}/links/order`, body);
    expect((await put({ ids })).status).toBe(200);
    expect(await titles()).toEqual(["x", "G", "- b", "- a"]);
    expect((await put({ ids, parents: { [b.id]: null, [x.id]: group.id } })).status).toBe(200);
    expect(await titles()).toEqual(["b", "G", "- x", "- a"]);
    for (const parents of [{ [group.id]: group.id }, { [a.id]: x.id }, { [a.id]: randomUUID() }])
      expect((await put({ ids, parents })).body.code).toBe("GROUP_INVALID");
    expect((await put({ ids, parents: { [randomUUID()]: null } })).body.code).toBe("ORDER_INCOMPLETE");
    await owner.api("PATCH", `/links/${b.id}`, { parent_id: group.id });
    expect(await titles()).toEqual(["G", "- b", "- x", "- a"]);
  });

  it("leave what's in them on the page when they're deleted, and get it back", async () => {
    await owner.api("DELETE", `/links/${made.group.id}`);
    expect(await titles()).toEqual(["a", "b", "x"]);
    expect((await page()).body).toContain("a.example");
    await owner.api("POST", `/links/${made.group.id}/restore`);
    expect(await titles()).toEqual(["G", "- a", "- b", "x"]);
  });

  it("are hidden with what's in them, and copied with it", async () => {
    await owner.api("PATCH", `/links/${made.group.id}`, { is_visible: false });
    expect((await page()).body).not.toContain("a.example");
    expect((await app.visitor().call("GET", `/go/${made.a.id}`)).status).toBe(404);
    await owner.api("PATCH", `/links/${made.group.id}`, { is_visible: true });
    expect((await owner.api("POST", `/links/${made.group.id}/duplicate`)).status).toBe(201);
    expect(await titles()).toEqual(["G", "- a", "- b", "G (copy)", "- a", "- b", "x"]);
    expect(await linkCount()).toBe(4);
    const copy = { source_profile_id: profile.id, new_profile_name: "Copy" };
    profile = (await owner.api("POST", "/rpc/duplicate_profile", copy)).body;
    expect(await titles()).toEqual(["G", "- a", "- b", "G (copy)", "- a", "- b", "x"]);
    expect(profile.link_count).toBe(4);
  });
});

it("a sign-up block takes sign-ups even where the page's own form is off", async () => {
  const fan = { p_profile_id: profile.id, p_name: "Nora", p_email: "nora@example.com" };
  const sign = () => app.visitor().api("POST", "/rpc/insert_fan_lead", fan);
  expect((await sign()).body.code).toBe("LEAD_FORM_CLOSED");
  const { id } = await add({ kind: "newsletter", title: "News", content: { button: "Join in" } });
  expect((await page()).body).toMatch(/data-lead.*>News<.*>Join in</s);
  expect((await sign()).status).toBe(200);
  await owner.api("PATCH", `/links/${id}`, { is_visible: false });
  expect((await sign()).body.code).toBe("LEAD_FORM_CLOSED");
});

it("whatever a block holds is the same after an export and an import", { timeout: 180_000 }, async () => {
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).map((words) => `x${words}x`);
  const block = fc.oneof(
    text.map((written) => ({ kind: "text", content: { text: written } })),
    fc
      .array(fc.record({ question: text, answer: text }), { minLength: 1, maxLength: 3 })
      .map((items) => ({ kind: "faq", content: { items } })),
    fc
      .tuple(text, text)
      .map(([title, role]) => ({ kind: "contact_card", title, content: { role, email: title } })),
    fc
      .tuple(text, fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2099-01-01") }))
      .map(([title, at]) => ({
        kind: "countdown",
        title,
        content: { ends_at: at.toISOString(), after: "text", text: title },
      })),
    fc.record({ kind: fc.constant("group"), title: text, content: fc.record({ is_open: fc.boolean() }) }),
    text.map((address) => ({ kind: "map", content: { address } })),
  );
  const blocks = fc.sample(block, { numRuns: 25, seed: 30 });
  for (const fields of blocks) await add(fields);
  const kept = ({ kind, title, url, content }: Record<string, unknown>) => ({ kind, title, url, content });
  const before = (await rows()).map(kept);
  const { url } = (await owner.api("POST", "/me/export")).body;
  const zip = await fetch(app.url + url, { headers: { cookie: owner.cookie } });
  expect(zip.status).toBe(200);
  const shownBefore = mainOf((await page()).body);
  owner = await app.signUp();
  const form = new FormData();
  form.set("file", new File([await zip.bytes()], "export.zip"));
  expect((await owner.api("POST", "/me/import", form)).body).toMatchObject({
    links: blocks.length,
    problems: [],
  });
  [profile] = (await owner.api("GET", "/profiles")).body.items;
  expect((await rows()).map(kept)).toEqual(before);
  expect(mainOf((await page()).body)).toBe(shownBefore);
});

/** The page's blocks, without ids and names. */
function mainOf(html: string): string {
  const list = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
  return list
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
    .replace(/href="\/[^/"]+\/contact/g, "");
}
