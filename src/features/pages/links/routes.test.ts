// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

const LIMIT_MESSAGE = "Link limit reached. You can have up to 5 links on this profile.";
const DANGEROUS = "URL contains dangerous protocol or suspicious content";

let app: TestApp;
let owner: Client;
let stranger: Client;
// biome-ignore lint/suspicious/noExplicitAny: the answer of the API, asserted and not trusted
let profile: any;
const changed: string[][] = [];

beforeAll(async () => {
  app = await startApp();
  app.platform.signals.on(pageChanged, ({ usernames }) => {
    changed.push(usernames);
  });
  stranger = await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: `L${randomUUID().slice(0, 8)}` })).body;
  changed.length = 0;
});

const post = (fields: Record<string, unknown>) => owner.api("POST", `/profiles/${profile.id}/links`, fields);
const list = async () => (await owner.api("GET", `/profiles/${profile.id}/links`)).body;
const titles = async () => (await list()).items.map(({ title }: { title: string }) => title);
const positions = async () => (await list()).items.map(({ position }: { position: number }) => position);
const linkCount = async () => (await owner.api("GET", `/profiles/${profile.id}`)).body.link_count;

async function create(title: string, fields: Record<string, unknown> = {}) {
  const answer = await post({ title, url: "https://a.example", ...fields });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function createAll(all: string[]) {
  const made = [];
  for (const title of all) made.push(await create(title));
  return made;
}

describe("creating a link", () => {
  it("adds it at the end, visible, without clicks, and reports that the page has changed", async () => {
    await create("First");
    changed.length = 0;
    const answer = await post({
      title: " Shop ",
      url: "shop.example",
      description: "All\nnew",
      icon: "shop",
      show_icon: true,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      profile_id: profile.id,
      user_id: owner.id,
      title: "Shop",
      url: "https://shop.example",
      description: "All\nnew",
      icon: "shop",
      show_icon: true,
      is_visible: true,
      position: 1,
      click_count: 0,
    });
    expect(changed).toEqual([[profile.username]]);
    expect(await list()).toMatchObject({ items: [{ title: "First" }, answer.body], limit: 5 });
    expect(await linkCount()).toBe(2);
  });

  it("§5 cleans and cuts title and description, and refuses a title with nothing to see", async () => {
    const long = await create("t".repeat(10_000), { description: "d".repeat(10_000) });
    expect([long.title.length, long.description.length]).toEqual([200, 500]);
    const turned = await create("\u202eevil\u202c שלום\u0000\ud800", { description: "\u200b" });
    expect(turned).toMatchObject({ title: "evil שלום", description: null });
    for (const title of ["", "  ", "\u200b\u2060", "<script>x</script>"]) {
      expect(await post({ title, url: "a.example" })).toMatchObject({
        status: 400,
        body: { code: "TITLE_REQUIRED", message: "Give your link a title." },
      });
    }
    expect((await post({ title: "t".repeat(20_001), url: "a.example" })).status).toBe(400);
  });

  it.each([
    ["", "URL_REQUIRED", "Enter the URL that the link opens."],
    [" \u200b ", "URL_REQUIRED", "Enter the URL that the link opens."],
    ["shop", "URL_INVALID", "Enter a URL such as instagram.com/you, or an e-mail address."],
    [
      `https://a.example/${"x".repeat(2048)}`,
      "URL_TOO_LONG",
      "That URL is too long. The limit is 2,048 characters.",
    ],
    ["javascript:alert(1)", "URL_DANGEROUS", DANGEROUS],
    ["http://0x7f.1/", "URL_DANGEROUS", DANGEROUS],
    ["http://[::ffff:10.0.0.1]/", "URL_DANGEROUS", DANGEROUS],
    ["http://localhost.:3000", "URL_DANGEROUS", DANGEROUS],
    ["https://a.example/\u0000", "URL_DANGEROUS", DANGEROUS],
  ])("§5 refuses the URL %j: %s", async (url, code, message) => {
    expect(await post({ title: "x", url })).toMatchObject({ status: 400, body: { code, message } });
    expect(await linkCount()).toBe(0);
  });

  it("accepts an emoji, a name, or a picture as an icon, and nothing else", async () => {
    const { url } = (await owner.api("POST", "/media", await pictureForm("icon"))).body;
    const icons = [["👩‍🚀"], ["music"], [url], [" ", null], [null, null]];
    for (const [icon, kept = icon] of icons) {
      const link = await create("x", { icon });
      expect(link.icon).toBe(kept);
      await owner.api("DELETE", `/links/${link.id}`);
    }
    for (const icon of ["two words", "🎸🎸", `/media/${randomUUID()}.webp`, "../i"]) {
      expect(await post({ title: "x", url: "a.example", icon })).toMatchObject({
        status: 400,
        body: { code: "ICON_INVALID" },
      });
    }
    expect((await post({ title: "x", url: "a.example", icon: "javascript:alert(1)" })).body.code).toBe(
      "URL_DANGEROUS",
    );
  });

  it.each([
    "{",
    "[]",
    '{"title":1,"url":"a.example"}',
    '{"title":"x"}',
    '{"title":"x","url":"a.example","is_visible":"yes"}',
  ])("answers 400 to %s", async (body) => {
    expect((await owner.api("POST", `/profiles/${profile.id}/links`, body)).status).toBe(400);
  });

  it("makes one link from a form that's sent twice, even at once", async () => {
    const form = { id: randomUUID(), title: "Twice", url: "a.example" };
    const answers = await Promise.all([post(form), post(form), post(form)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await titles()).toEqual(["Twice"]);
  });

  it("finds nothing under the id of someone else's link", async () => {
    const theirs = (await stranger.api("POST", "/profiles", { name: "Theirs" })).body;
    const link = (
      await stranger.api("POST", `/profiles/${theirs.id}/links`, { title: "x", url: "a.example" })
    ).body;
    const answer = await post({ id: link.id, title: "mine", url: "a.example" });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: "LINK_NOT_FOUND", message: "Link not found" },
    });
    expect(await linkCount()).toBe(0);
  });
});

describe("§9 five links per profile", () => {
  it("are the limit for 50 creations at once, and the refusal says so", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post({ title: `L${n}`, url: "https://a.example" })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(45);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: "LINK_LIMIT", message: LIMIT_MESSAGE } });
    }
    expect(await positions()).toEqual([0, 1, 2, 3, 4]);
    expect(await linkCount()).toBe(5);
  });

  it("also limit copies and restored links", async () => {
    const [first, ...others] = await createAll(["a", "b", "c", "d", "e"]);
    for (const { id } of others) {
      expect((await owner.api("POST", `/links/${id}/duplicate`)).body).toMatchObject({
        code: "LINK_LIMIT",
        message: LIMIT_MESSAGE,
      });
    }
    await owner.api("DELETE", `/links/${first.id}`);
    await create("f");
    expect((await owner.api("POST", `/links/${first.id}/restore`)).body.message).toBe(LIMIT_MESSAGE);
    expect(await titles()).toEqual(["b", "c", "d", "e", "f"]);
  });
});

describe("changing a link", () => {
  it("changes what's sent and keeps the rest", async () => {
    const link = await create("Old", { description: "d", icon: "music" });
    changed.length = 0;
    const { status, body } = await owner.api("PATCH", `/links/${link.id}`, {
      title: "New",
      is_visible: false,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...link, title: "New", is_visible: false, updated_at: body.updated_at });
    expect(body.updated_at > link.updated_at).toBe(true);
    expect(changed).toEqual([[profile.username]]);
    const cleared = await owner.api("PATCH", `/links/${link.id}`, { description: null, icon: null });
    expect(cleared.body).toMatchObject({ description: null, icon: null, url: link.url });
    for (const [fields, code] of [
      [{ title: " " }, "TITLE_REQUIRED"],
      [{ url: "" }, "URL_REQUIRED"],
      [{ url: "vbscript:x" }, "URL_DANGEROUS"],
    ] as const) {
      expect((await owner.api("PATCH", `/links/${link.id}`, fields)).body.code).toBe(code);
    }
  });

  it("refuses the later of two tabs, which gets the newer link", async () => {
    const { id, updated_at } = await create("Start");
    const first = await owner.api("PATCH", `/links/${id}`, { title: "First", updated_at });
    const again = await owner.api("PATCH", `/links/${id}`, { title: "First", updated_at });
    expect(again.body).toEqual(first.body);
    const second = await owner.api("PATCH", `/links/${id}`, { title: "Second", updated_at });
    expect(second).toMatchObject({
      status: 409,
      body: {
        code: "CHANGED_MEANWHILE",
        message: "This was changed somewhere else while you were editing it.",
        data: first.body,
      },
    });
    const over = await owner.api("PATCH", `/links/${id}`, {
      title: "Second",
      updated_at: first.body.updated_at,
    });
    expect(over.body.title).toBe("Second");
  });

  it("saves only one of four tabs at once", async () => {
    const { id, updated_at } = await create("Start");
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => owner.api("PATCH", `/links/${id}`, { title: `Tab ${n}`, updated_at })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("order", () => {
  const order = (ids: unknown) => owner.api("PUT", `/profiles/${profile.id}/links/order`, { ids });

  it("is what was sent, numbered without gaps, and doesn't change the links themselves", async () => {
    const [a, b, c] = await createAll(["a", "b", "c"]);
    changed.length = 0;
    const { status, body } = await order([c.id.toUpperCase(), a.id, b.id]);
    expect(status).toBe(200);
    expect(body.items).toEqual([
      { ...c, position: 0 },
      { ...a, position: 1 },
      { ...b, position: 2 },
    ]);
    expect(await titles()).toEqual(["c", "a", "b"]);
    expect(changed).toEqual([[profile.username]]);
  });

  it("refuses a list that doesn't match the current links exactly", async () => {
    const [a, b, gone] = await createAll(["a", "b", "gone"]);
    await owner.api("DELETE", `/links/${gone.id}`);
    const wrong = [
      [],
      [a.id],
      [a.id, a.id],
      [a.id, b.id, b.id],
      [a.id, b.id, gone.id],
      [a.id, randomUUID()],
      [a.id, "x"],
    ];
    for (const ids of wrong) {
      expect(await order(ids)).toMatchObject({
        status: 409,
        body: {
          code: "ORDER_INCOMPLETE",
          message: "The links changed in the meantime. Check the list and try again.",
        },
      });
    }
    expect((await order("all")).status).toBe(400);
    expect(await titles()).toEqual(["a", "b"]);
  });

  it("stays intact while others reorder, add, and remove", async () => {
    const made = await createAll(["a", "b", "c", "d"]);
    const ids: string[] = made.map(({ id }) => id);
    await Promise.all([
      order([...ids].reverse()),
      order([...ids.slice(1), ...ids.slice(0, 1)]),
      post({ title: "e", url: "a.example" }),
      owner.api("DELETE", `/links/${ids[2]}`),
      order([...ids].sort()),
      owner.api("POST", `/links/${ids[0]}/duplicate`),
    ]);
    const { items } = await list();
    expect(items.map(({ position }: { position: number }) => position)).toEqual(
      items.map((_: unknown, n: number) => n),
    );
    expect(await linkCount()).toBe(items.length);
  });
});

describe("removing and restoring", () => {
  it("closes the gap, and puts the link back in its place", async () => {
    const [, b] = await createAll(["a", "b", "c"]);
    const removed = await owner.api("DELETE", `/links/${b.id}`);
    expect(removed.status).toBe(200);
    expect(await titles()).toEqual(["a", "c"]);
    expect(await positions()).toEqual([0, 1]);
    expect(await linkCount()).toBe(2);
    expect((await owner.api("PATCH", `/links/${b.id}`, { title: "x" })).body.code).toBe("LINK_NOT_FOUND");
    expect((await owner.api("POST", `/links/${b.id}/duplicate`)).body.code).toBe("LINK_NOT_FOUND");
    expect((await owner.api("DELETE", `/links/${b.id}`)).body).toEqual(removed.body);

    const back = await owner.api("POST", `/links/${b.id}/restore`);
    expect(back.body).toMatchObject({ title: "b", position: 1 });
    expect(await titles()).toEqual(["a", "b", "c"]);
    expect(await positions()).toEqual([0, 1, 2]);
    expect((await owner.api("POST", `/links/${b.id}/restore`)).body).toEqual(back.body);
    expect(await linkCount()).toBe(3);
  });

  it("puts it at the end if there are no longer that many links", async () => {
    const [a, b, c] = await createAll(["a", "b", "c"]);
    for (const { id } of [c, b, a]) await owner.api("DELETE", `/links/${id}`);
    await owner.api("POST", `/links/${c.id}/restore`);
    await owner.api("POST", `/links/${b.id}/restore`);
    expect(await titles()).toEqual(["c", "b"]);
    expect(await positions()).toEqual([0, 1]);
  });
});

describe("copying a link", () => {
  it("adds the copy below it, with all its settings and none of its clicks", async () => {
    const [a, b] = await createAll(["a", "b"]);
    await owner.api("PATCH", `/links/${a.id}`, {
      icon: "🎸",
      show_icon: true,
      is_visible: false,
      description: "d",
    });
    const { status, body } = await owner.api("POST", `/links/${a.id}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: "a (copy)",
      url: a.url,
      icon: "🎸",
      show_icon: true,
      is_visible: false,
      description: "d",
      click_count: 0,
      position: 1,
    });
    expect(body.id).not.toBe(a.id);
    expect(await titles()).toEqual(["a", "a (copy)", b.title]);
    expect(await positions()).toEqual([0, 1, 2]);
    const long = await create("t".repeat(200));
    const copy = (await owner.api("POST", `/links/${long.id}/duplicate`)).body;
    expect(copy.title).toBe(`${"t".repeat(193)} (copy)`);
  });
});

describe("other people's ids", () => {
  const calls: [string, string, string, unknown?][] = [
    ["PROFILE_NOT_FOUND", "GET", "/profiles/PROFILE/links"],
    ["PROFILE_NOT_FOUND", "POST", "/profiles/PROFILE/links", { title: "x", url: "a.example" }],
    ["PROFILE_NOT_FOUND", "PUT", "/profiles/PROFILE/links/order", { ids: [] }],
    ["LINK_NOT_FOUND", "PATCH", "/links/LINK", { title: "x" }],
    ["LINK_NOT_FOUND", "DELETE", "/links/LINK"],
    ["LINK_NOT_FOUND", "POST", "/links/LINK/restore"],
    ["LINK_NOT_FOUND", "POST", "/links/LINK/duplicate"],
  ];

  it.each(calls)("%s: %s %s", async (code, method, path, body) => {
    const link = await create("mine");
    for (const [profileId, linkId] of [
      [profile.id, link.id],
      [randomUUID(), randomUUID()],
      ["x", "'--"],
    ]) {
      const filled = path.replace("PROFILE", profileId).replace("LINK", encodeURIComponent(linkId));
      expect(await stranger.api(method, filled, body)).toMatchObject({ status: 404, body: { code } });
      expect((await app.visitor().api(method, filled, body)).status).toBe(401);
    }
    expect((await list()).items).toEqual([link]);
  });
});
