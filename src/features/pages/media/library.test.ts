// @project server-postgres
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { mediaIdOf } from "./rules.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  owner = await app.signUp();
});
afterAll(() => app.close());

interface Sent {
  who?: Client;
  name?: string;
  fields?: Record<string, string>;
}

async function upload(content: Uint8Array, { who = owner, name = "me.png", fields = {} }: Sent = {}) {
  const form = new FormData();
  form.set("file", new File([content as BlobPart], name, { type: "image/png" }));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const answer = await who.api("POST", "/media", form);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...answer.body, id: mediaIdOf(answer.body.url) ?? "" };
}

const plain = (background: string) =>
  sharp({ create: { width: 40, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

/** Four colors: red and green above blue and white. */
const quarters = (width = 400, height = 200) => {
  const part = (background: string) => ({
    create: { width: width / 2, height: height / 2, channels: 3 as const, background },
  });
  return sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: part("#0f0"), gravity: "northeast" },
    { input: part("#00f"), gravity: "southwest" },
    { input: part("#fff"), gravity: "southeast" },
  ]);
};

async function colorOf(url: string): Promise<number[]> {
  const content = await (await fetch(app.url + url)).arrayBuffer();
  const { data } = await sharp(content)
    .resize(1, 1, { fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)].map((channel) => Math.round(channel / 64) * 64);
}

const list = async (who = owner, query = "") => (await who.api("GET", `/media${query}`)).body;

describe("the account's pictures", () => {
  it("are listed with where each is used, also in the trash and in e-mail, newest first", async () => {
    const who = await app.signUp({ name: "Zoe" });
    const [face, back, icon, shop, unused] = await Promise.all(
      ["#100", "#200", "#300", "#400", "#500"].map(async (color) => plain(color)),
    );
    const send = async (content = Buffer.alloc(0), purpose = "picture", name = "x.png") =>
      upload(content, { who, name, fields: { purpose } });
    const sent = [
      await send(face, "avatar", "IMG 1234 \u202e gnp.jpeg"),
      await send(back, "background"),
      await send(icon, "icon"),
      await send(shop),
      await send(unused),
    ];
    const [a, b, c, d, e] = sent.map(({ url }) => url);
    const page = (await who.api("POST", "/profiles", { name: "Nora" })).body;
    await who.api("PATCH", `/profiles/${page.id}`, { profile_picture_url: a, background_image_url: b });
    const link = { title: "Shop", url: "a.example", icon: c };
    const { id } = (await who.api("POST", `/profiles/${page.id}/links`, link)).body;
    const gallery = { kind: "gallery", content: { pictures: [{ url: d, alt: "Shop" }] } };
    expect((await who.api("POST", `/profiles/${page.id}/links`, gallery)).status).toBe(201);
    await who.api("DELETE", `/links/${id}`);
    // Another person's own picture of the same account isn't one of them.
    const own = new FormData();
    own.set("file", new File([new Uint8Array(await plain("#999"))], "own.png"));
    await who.api("PUT", "/me/picture", own);

    const { items, total, next } = await list(who);
    expect([total, next]).toEqual([5, undefined]);
    expect(items.map(({ url }: { url: string }) => url)).toEqual([e, d, c, b, a]);
    const [onE, onD, onC, onB, onA] = items;
    expect([onE.uses, onE.use_count]).toEqual([[], 0]);
    const on = { profile_id: page.id, is_deleted: false };
    expect(onD.uses).toContainEqual({ ...on, kind: "gallery", name: "" });
    expect(onC.uses).toContainEqual({ ...on, kind: "icon", name: "Shop", is_deleted: true });
    expect(onB.uses).toContainEqual({ ...on, kind: "background", name: "Nora" });
    expect(onA.uses).toContainEqual({ ...on, kind: "profile", name: "Nora" });
    expect(onA).toMatchObject({ width: 512, height: 512, alt_text: "", focus: null });
    expect(onA.name).toMatch(/^IMG 1234 .*gnp$/);
    expect(onA.bytes).toBeGreaterThan(20);

    for (const { id } of items.slice(1))
      expect((await who.api("DELETE", `/media/${id}`)).body.code).toBe("PICTURE_IN_USE");
    expect((await who.api("DELETE", `/media/${onE.id}`)).body).toEqual({ id: onE.id });
    expect((await who.api("DELETE", `/media/${onE.id}`)).body.code).toBe("PICTURE_NOT_FOUND");
    expect((await app.visitor().call("GET", e)).status).toBe(404);
  });

  it("are seen by members limited to some profiles as far as these show them, and what they uploaded", async () => {
    const who = await app.signUp();
    const member = await app.signUp();
    const [mine, other] = await Promise.all(
      ["Mine", "Other"].map(async (name) => (await who.api("POST", "/profiles", { name })).body.id),
    );
    await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
      values (${who.id}, ${member.id}, 'editor', array[${mine}]::uuid[], now())`);
    const as = (method: string, path: string, body?: unknown) =>
      member.call(method, `/api/v1${path}`, body, { "x-account": who.id });
    const [shared, theirs, unused] = await Promise.all(
      ["#123", "#234", "#345"].map(async (color) => upload(await plain(color), { who })),
    );
    await who.api("PATCH", `/profiles/${other}`, { profile_picture_url: theirs?.url });
    for (const id of [mine, other])
      await who.api("POST", `/profiles/${id}/links`, { title: "Shop", url: "a.example", icon: shared?.url });
    const form = new FormData();
    form.set("file", new File([(await plain("#456")) as BlobPart], "own.png"));
    const { url } = (await as("POST", "/media", form)).body;
    const own = mediaIdOf(url);

    const { items, total } = (await as("GET", "/media")).body;
    expect([total, items.map((one: { url: string }) => one.url)]).toEqual([2, [url, shared?.url]]);
    expect(items[1]).toMatchObject({ use_count: 1, uses: [{ kind: "icon", profile_id: mine }] });
    expect((await as("GET", "/media?search=me")).body.total).toBe(1);
    for (const id of [theirs?.id, unused?.id])
      for (const [method, path, body] of [
        ["GET", `/media/${id}`, undefined],
        ["PATCH", `/media/${id}`, { alt_text: "x" }],
        ["POST", `/media/${id}/copies`, { purpose: "icon" }],
        ["DELETE", `/media/${id}`, undefined],
      ] as const)
        expect([method, (await as(method, path, body)).body.code]).toEqual([method, "PICTURE_NOT_FOUND"]);
    // Its description is on a page that they don't edit, too.
    expect((await as("PATCH", `/media/${shared?.id}`, { alt_text: "x" })).body.code).toBe("PROFILES_LIMITED");
    expect((await as("DELETE", `/media/${shared?.id}`)).body.code).toBe("PICTURE_IN_USE");
    expect((await as("PATCH", `/media/${own}`, { alt_text: "Mine" })).body.alt_text).toBe("Mine");
    const cut = await as("POST", `/media/${shared?.id}/copies`, { purpose: "icon" });
    expect(cut.status).toBe(201);
    expect((await as("GET", "/media")).body.total).toBe(3);
    expect((await as("DELETE", `/media/${own}`)).body).toEqual({ id: own });
    expect((await list(who)).total).toBe(4);
  });

  it("come in pages, and are found by name and description", async () => {
    const who = await app.signUp();
    const { id } = await upload(await plain("#123"), { who, name: "a 100% summer_day.png" });
    await app.platform.db.execute(sql`insert into media (id, user_id, content_type, width, height, content, name, created_at, hash)
      select gen_random_uuid(), user_id, content_type, 1, 1, content, 'picture ' || n, created_at, 'h' || n
      from media, generate_series(1, 99) as n where id = ${id}`);
    let { items, next, total } = await list(who);
    const seen = new Set(items.map((item: { id: string }) => item.id));
    for (; next; { items, next } = await list(who, `?cursor=${next}`))
      for (const item of items) seen.add(item.id);
    for (const item of items) seen.add(item.id);
    expect([seen.size, total]).toEqual([100, 100]);
    const found = await list(who, `?search=${encodeURIComponent("100% Summer_")}`);
    expect(found.items.map((item: { id: string }) => item.id)).toEqual([id]);
    expect((await list(who, "?search=0%25_")).items).toEqual([]);
    expect((await who.api("GET", "/media?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });

  it("are kept once, however often the same file is uploaded for the same place", async () => {
    const who = await app.signUp();
    const content = await plain("#0aa");
    const first = await upload(content, { who, name: "one.png" });
    await who.api("PATCH", `/media/${first.id}`, { alt_text: "  A\nlake " });
    const [again, others] = await Promise.all([
      upload(content, { who, name: "two.png" }),
      upload(content, { who, fields: { purpose: "icon" } }),
    ]);
    expect([again.url, again.alt_text]).toEqual([first.url, "A lake"]);
    expect(others.url).not.toBe(first.url);
    const fresh = await plain("#0ab");
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => upload(fresh, { who })));
    expect(new Set(atOnce.map(({ url }) => url)).size).toBe(1);
    expect((await list(who)).total).toBe(3);
    // Another account has its own.
    expect((await upload(content)).url).not.toBe(first.url);
  });

  it("belong to the account, and whoever is limited to some profiles doesn't see them", async () => {
    const { id } = await upload(await plain("#0cc"));
    const other = await app.signUp();
    for (const [method, path, body] of [
      ["GET", `/media/${id}`, undefined],
      ["PATCH", `/media/${id}`, { alt_text: "Mine" }],
      ["POST", `/media/${id}/copies`, { purpose: "icon" }],
      ["DELETE", `/media/${id}`, undefined],
      ["DELETE", "/media/not-an-id", undefined],
    ] as const)
      expect(await other.api(method, path, body)).toMatchObject({
        status: 404,
        body: { code: "PICTURE_NOT_FOUND" },
      });
    expect((await list(other)).items).toEqual([]);
    expect((await owner.api("GET", `/media/${id}`)).body).toMatchObject({ id, alt_text: "" });
  });
});

describe("a part of a picture", () => {
  it("is cut from the upright picture, whatever the camera noted, and keeps its pixels", async () => {
    const corner = { crop_x: "0.5", crop_y: "0", crop_width: "0.5", crop_height: "0.5" };
    const straight = await upload(await quarters().png().toBuffer(), {
      fields: { ...corner, purpose: "picture" },
    });
    expect([straight.width, straight.height]).toEqual([200, 100]);
    expect(await colorOf(straight.url)).toEqual([0, 256, 0]);
    for (const orientation of [3, 6, 8]) {
      const turned = await quarters(3000, 2000).withMetadata({ orientation }).jpeg().toBuffer();
      const upright = await sharp(await sharp(turned).autoOrient().toBuffer())
        .extract(
          orientation === 3
            ? { left: 1500, top: 0, width: 1500, height: 1000 }
            : { left: 1000, top: 0, width: 1000, height: 1500 },
        )
        .resize(1, 1)
        .raw()
        .toBuffer();
      const cut = await upload(turned, { fields: { ...corner, purpose: "picture" } });
      expect(await colorOf(cut.url)).toEqual([...upright].map((channel) => Math.round(channel / 64) * 64));
      expect(cut.width).toBe(orientation === 3 ? 1200 : 1000);
    }
  });

  it("ends at the picture's edge, and nonsense is refused", async () => {
    const content = await quarters().png().toBuffer();
    const beyond = { crop_x: "0.75", crop_y: "0.5", crop_width: "1", crop_height: "1", purpose: "picture" };
    expect(await upload(content, { fields: beyond })).toMatchObject({ width: 100, height: 100 });
    for (const crop_width of ["0", "2", "x", "-1", "NaN"]) {
      const form = new FormData();
      form.set("file", new File([content as BlobPart], "x.png"));
      form.set("crop_width", crop_width);
      expect((await owner.api("POST", "/media", form)).status).toBe(400);
    }
  });

  it("can be taken later, too, and a picture can be made to fit another place", async () => {
    const { id, url } = await upload(await quarters().png().toBuffer(), { fields: { purpose: "picture" } });
    await owner.api("PATCH", `/media/${id}`, { alt_text: "Four colors" });
    const fitted = async (body: object) => {
      const answer = await owner.api("POST", `/media/${id}/copies`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    };
    expect(await fitted({ purpose: "picture" })).toMatchObject({ url, width: 400 });
    const icon = await fitted({ purpose: "icon", crop_x: 0, crop_y: 0.5, crop_width: 0.5, crop_height: 0.5 });
    expect(icon).toMatchObject({ width: 128, height: 128, alt_text: "Four colors", notice: null });
    expect(await colorOf(icon.url)).toEqual([0, 0, 256]);
    const again = await fitted({
      purpose: "icon",
      crop_x: 0,
      crop_y: 0.5,
      crop_width: 0.5,
      crop_height: 0.5,
    });
    expect(again.url).toBe(icon.url);
  });

  it("stays visible behind the page where the rest is cut off", async () => {
    const content = await quarters().png().toBuffer();
    const middle = await upload(content, { fields: { purpose: "background" } });
    const left = await upload(content, { fields: { purpose: "background", focus_x: "0.1", focus_y: "0.5" } });
    expect(left.url).not.toBe(middle.url);
    expect((await owner.api("GET", `/media/${left.id}`)).body.focus).toBe("10% 50%");
    const page = (await owner.api("POST", "/profiles", { name: "Focused" })).body;
    const styleOf = async (url: string) => {
      await owner.api("PATCH", `/profiles/${page.id}`, { background_image_url: url });
      return (await fetch(`${app.url}/${page.username}`)).text();
    };
    expect(await styleOf(middle.url)).not.toContain("object-position");
    expect(await styleOf(left.url)).toContain("object-position:10% 50%");
    const moved = await owner.api("POST", `/media/${left.id}/copies`, {
      purpose: "background",
      focus_x: 1,
      focus_y: 1,
    });
    expect(await styleOf(moved.body.url)).toContain("object-position:100% 100%");
  });
});

it("colors of phones that show more than sRGB come out right, whole and cut", async () => {
  const [red, green, blue] = [200, 60, 40];
  const srgb = sharp({
    create: { width: 80, height: 80, channels: 3, background: { r: red, g: green, b: blue } },
  });
  const p3 = await srgb.withIccProfile("p3").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
  expect((await sharp(p3).metadata()).icc).toBeDefined();
  const [raw = 0] = await sharp(p3).resize(1, 1).toColorspace("srgb").raw().toBuffer();
  expect(Math.abs(raw - red)).toBeLessThan(4);
  for (const crop_width of ["1", "0.5"]) {
    const { url } = await upload(p3, { fields: { purpose: "picture", crop_width } });
    const content = await (await fetch(app.url + url)).arrayBuffer();
    const kept = [...(await sharp(content).resize(1, 1).removeAlpha().raw().toBuffer())];
    for (const [at, channel] of [red, green, blue].entries())
      expect(Math.abs((kept[at] ?? 0) - channel), kept.join()).toBeLessThan(6);
  }
});
