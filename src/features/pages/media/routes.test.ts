// @project server-postgres
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { PICTURE_BYTES_MAX } from "./contract.ts";
import { encodePicture } from "./pictures.ts";
import { mediaIdOf } from "./rules.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

interface Upload {
  who?: Client;
  purpose?: string;
  isOwn?: boolean;
  isMail?: boolean;
}

function upload(
  content: Uint8Array | string,
  { who = owner, purpose = "", isOwn = false, isMail = false }: Upload = {},
) {
  const form = new FormData();
  form.set("file", new File([content as BlobPart], "me.png", { type: "image/png" }));
  if (purpose) form.set("purpose", purpose);
  if (isOwn) return who.api("PUT", "/me/picture", form);
  return who.api("POST", isMail ? "/templates/pictures" : "/media", form);
}

/** Red above blue, with a place and a camera in its EXIF. */
function picture(width = 60, height = 40) {
  const half = { width, height: height / 2, channels: 3, background: "#00f" } as const;
  return sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: { create: half }, gravity: "south" },
  ]);
}

const frameOf = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function kept(url: string) {
  const response = await fetch(app.url + url);
  expect(response.headers.get("content-type")).toBe("image/webp");
  return Buffer.from(await response.arrayBuffer());
}

describe("uploading a picture", () => {
  it.each(["jpeg", "png", "webp", "gif", "avif"] as const)(
    "accepts %s and stores a square WebP",
    async (format) => {
      const answer = await upload(await picture().toFormat(format).toBuffer());
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      expect(answer.body).toMatchObject({ width: 512, height: 512 });
      expect(answer.body.url).toMatch(/^\/media\/[0-9a-f-]{36}\.webp$/);
      const { format: written, width, height } = await sharp(await kept(answer.body.url)).metadata();
      expect([written, width, height]).toEqual(["webp", 512, 512]);
    },
  );

  it("keeps an icon small", async () => {
    const { body } = await upload(await picture().png().toBuffer(), { purpose: "icon" });
    expect(body).toMatchObject({ width: 128, height: 128 });
  });

  it("turns it upright and removes all metadata", async () => {
    const original = await picture(200, 200)
      .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "52/1 30/1 0/1" } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    const content = await kept((await upload(original)).body.url);
    const metadata = await sharp(content).metadata();
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const { data } = await sharp(content)
      .resize(1, 2, { fit: "fill" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [topRed = 0, , topBlue = 0] = data;
    expect(topBlue).toBeGreaterThan(topRed);
  });

  it("keeps a background's shape, at most 1200 by 1800 pixels and never larger than the original", async () => {
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "#0a0" } })
        .png()
        .toBuffer();
    const large = await upload(await plain(3000, 2000), { purpose: "background" });
    expect(large.body).toMatchObject({ width: 1200, height: 800 });
    const small = await upload(await plain(300, 500), { purpose: "background" });
    expect(small.body).toMatchObject({ width: 300, height: 500 });
  });

  it.each([
    ["text", "hello"],
    ["nothing", ""],
  ])("refuses %s", async (_, content) => {
    expect(await upload(content)).toMatchObject({
      status: 400,
      body: {
        code: "NOT_A_PICTURE",
        message: "We can’t read this file as a picture. Use a JPEG, PNG, WebP, GIF or AVIF file.",
      },
    });
  });

  it("says what's in a file that it can't use, whatever its name is, everywhere", async () => {
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    for (const place of [{}, { isOwn: true }, { isMail: true }]) {
      const answer = await upload(heic, place);
      expect([answer.status, answer.body.code]).toEqual([400, "NOT_A_PICTURE"]);
      expect(answer.body.message).toMatch(/^This is a HEIC picture, the format iPhones save/);
    }
    const half = (await picture(300, 200).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 90_000);
    expect((await upload(half)).body.message).toMatch(/^This picture is damaged or incomplete\./);
  });

  it("refuses more pixels than it can decode in a second or two, and more than 25 MB", async () => {
    const plain = sharp({ create: { width: 8192, height: 6400, channels: 3, background: "#fff" } });
    const message =
      "This picture is too large. Use one of up to 25 MB and 50 megapixels (200 for JPEGs as cameras save them, 25 for GIF and AVIF).";
    expect((await upload(await plain.jpeg().toBuffer())).status).toBe(201);
    const progressive = await plain.jpeg({ progressive: true }).toBuffer();
    for (const content of [progressive, await plain.png({ compressionLevel: 1 }).toBuffer()])
      expect(await upload(content)).toMatchObject({
        status: 413,
        body: { code: "PICTURE_TOO_LARGE", message },
      });
    for (const isMail of [false, true]) {
      const heavy = await upload(new Uint8Array(PICTURE_BYTES_MAX + 1), { isMail });
      expect(heavy).toMatchObject({ status: 413, body: { code: "PICTURE_TOO_LARGE", message } });
    }
  });

  it("keeps an animation for e-mail, and says elsewhere that it's the first frame", async () => {
    const frames = await Promise.all(["#f00", "#00f"].map((background) => frameOf(background)));
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [90, 90] })
      .toBuffer();
    const mail = await upload(animation, { isMail: true });
    expect([mail.status, mail.body.notice]).toEqual([201, null]);
    expect(mail.body.url).toMatch(/\.gif$/);
    const served = await fetch(app.url + mail.body.url);
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/gif"]);
    expect((await sharp(await served.arrayBuffer()).metadata()).pages).toBe(2);
    for (const { body } of [await upload(animation), await upload(animation, { isOwn: true })])
      expect(body.notice).toBe("Pictures only move in e-mail, so we kept this one’s first frame.");
  });

  it("requires a file and a signed-in person", async () => {
    expect((await owner.api("POST", "/media", { file: "x" })).status).toBe(415);
    expect((await owner.api("POST", "/media", new FormData())).status).toBe(400);
    expect((await upload("x", { who: app.visitor() })).status).toBe(401);
  });

  it("is refused when an account brings more than may wait, and when everyone together does", async () => {
    const original = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: "#0a0" } })
      .png()
      .toBuffer();
    const eager = await app.signUp();
    const places = [{}, { isOwn: true }, { isMail: true }];
    const stored = (await upload(await picture().png().toBuffer(), { who: eager })).body;
    /** Uploads everywhere while so many others wait. Each comes again at once, so there's room for none. */
    const refusedAmid = async (most: number, accountOf: (n: number) => string) => {
      let isOver = false;
      const crowd = Array.from({ length: most }, async (_, n) => {
        const picture = { purpose: "icon", account: accountOf(n) } as const;
        while (!isOver) await encodePicture(original, picture).catch(() => setImmediate());
      });
      const answers = await Promise.all([
        ...places.map((place) => upload(original, { who: eager, ...place })),
        eager.api("POST", `/media/${mediaIdOf(stored.url)}/copies`, { purpose: "icon" }),
      ]);
      isOver = true;
      await Promise.all(crowd);
      return answers.map(({ status, body }) => [status, body.code]);
    };
    expect(await refusedAmid(14, () => eager.id)).toEqual(Array(4).fill([429, "TOO_MANY_PICTURES"]));
    expect(await refusedAmid(40, (n) => `one of many ${n}`)).toEqual(Array(4).fill([503, "PICTURES_BUSY"]));
  });

  it("stops after 60 in an hour", async () => {
    const eager = await app.signUp();
    for (let n = 0; n < 60; n++) expect((await upload("x", { who: eager })).status).toBe(400);
    expect(await upload("x", { who: eager })).toMatchObject({
      status: 429,
      body: { code: "TOO_MANY_REQUESTS" },
    });
  });
});

it("a person's own picture belongs to them and their team sees it, until they remove it", async () => {
  const person = await app.signUp();
  expect((await upload("x", { who: person, isOwn: true })).body.code).toBe("NOT_A_PICTURE");
  const heavy = await upload(new Uint8Array(PICTURE_BYTES_MAX + 1), { who: person, isOwn: true });
  expect(heavy.body.code).toBe("PICTURE_TOO_LARGE");
  const { body } = await upload(await picture().png().toBuffer(), { who: person, isOwn: true });
  expect(await sharp(await kept(body.picture)).metadata()).toMatchObject({ format: "webp" });
  expect((await person.api("GET", "/me")).body.picture).toBe(body.picture);
  expect((await person.api("GET", "/team/members")).body.items[0].picture).toBe(body.picture);
  expect((await person.api("DELETE", "/me/picture")).body).toEqual({ picture: null });
  expect((await person.api("GET", "/me")).body.picture).toBeNull();
});

describe("an uploaded picture", () => {
  it("can be a profile's picture and a link's icon", async () => {
    const { url } = (await upload(await picture().png().toBuffer())).body;
    const profile = (await owner.api("POST", "/profiles", { name: "Pictured" })).body;
    const patched = await owner.api("PATCH", `/profiles/${profile.id}`, { profile_picture_url: url });
    expect(patched.body.profile_picture_url).toBe(url);
    const link = { title: "x", url: "a.example", icon: url };
    expect((await owner.api("POST", `/profiles/${profile.id}/links`, link)).body.icon).toBe(url);
  });

  it("is gone once it's deleted, whoever has just looked at it", async () => {
    const { url } = (await upload(await picture().png().toBuffer())).body;
    expect(await kept(url)).toEqual(await kept(url));
    await app.platform.db.execute(sql`delete from media where id = ${mediaIdOf(url)}`);
    expect((await app.visitor().call("GET", url)).status).toBe(404);
  });

  it("doesn't exist under another id", async () => {
    for (const path of [
      "/media/0190aaaa-bbbb-7ccc-8ddd-000000000001.webp",
      "/media/x.webp",
      "/media/a-b.webp",
    ]) {
      expect((await app.visitor().call("GET", path)).status).toBe(404);
    }
  });
});
