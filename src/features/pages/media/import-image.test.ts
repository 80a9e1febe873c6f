// @project server-postgres
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { type PictureServer, startPictures } from "#test/harness/pictures.ts";

const OWN = /^\/media\/[0-9a-f-]{36}\.webp$/;

let app: TestApp;
let pictures: PictureServer;
let owner: Client;
let profile: { id: string; username: string };

beforeAll(async () => {
  pictures = await startPictures();
  app = await startApp({ OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await app?.close();
  pictures?.close();
});
beforeEach(async () => {
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: "Copied" })).body;
  pictures.asked.length = 0;
});

const patch = (changes: object) => owner.api("PATCH", `/profiles/${profile.id}`, changes);
const page = async () => app.visitor().call("GET", `/${profile.username}`);

describe("a picture given by its URL", () => {
  it("is fetched when it's saved, re-encoded, and served by us", async () => {
    const { status, body } = await patch({
      profile_picture_url: pictures.urlOf("/?to=/red.png"),
      background_image_url: pictures.urlOf("/red.png"),
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.profile_picture_url).toMatch(OWN);
    expect(body.background_image_url).toMatch(OWN);
    const link = { title: "x", url: "a.example", icon: pictures.urlOf("/red.png"), show_icon: true };
    const { icon } = (await owner.api("POST", `/profiles/${profile.id}/links`, link)).body;
    expect(icon).toMatch(OWN);
    const answer = await fetch(app.url + body.profile_picture_url);
    const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([kept.format, kept.width, kept.exif]).toEqual(["webp", 512, undefined]);
    const shown = await page();
    for (const url of [body.profile_picture_url, body.background_image_url, icon]) {
      expect(shown.body).toContain(`src="${url}"`);
    }
    expect(shown.body).not.toContain(new URL(pictures.urlOf("/")).host);
    expect(shown.headers.get("content-security-policy")).toMatch(/img-src 'self' data:;/);
  });

  it.each([
    ["/nothing.png", "There is nothing at this URL. Check it, or upload the file instead."],
    ["/page.png", "This is a web page. Save the picture itself, and upload that."],
    ["/drawing.svg", "We can’t read SVG files. Export this one as JPEG or PNG, and upload that."],
    ["/heavy.png", "The picture at this URL is larger than 25 MB. Use a smaller one."],
    [
      "/?to=http://169.254.169.254/latest",
      "We couldn’t reach this URL. Check it, or upload the file instead.",
    ],
    [
      "/?to=http://[::ffff:10.0.0.1]/x.png",
      "We couldn’t reach this URL. Check it, or upload the file instead.",
    ],
  ])("that leads to %s is refused at its field, and nothing is lost", async (path, message) => {
    const before = (await owner.api("GET", `/profiles/${profile.id}`)).body;
    for (const field of ["profile_picture_url", "background_image_url"]) {
      const answer = await patch({ display_name: "Other", [field]: pictures.urlOf(path) });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: "PICTURE_NOT_COPIED", message, data: { field } },
      });
    }
    expect((await owner.api("GET", `/profiles/${profile.id}`)).body).toEqual(before);
    const link = { title: "x", url: "a.example", icon: pictures.urlOf(path) };
    expect(await owner.api("POST", `/profiles/${profile.id}/links`, link)).toMatchObject({
      status: 422,
      body: { code: "PICTURE_NOT_COPIED", message, data: { field: "icon" } },
    });
  });

  it("isn't fetched for someone else's profile or link", async () => {
    const stranger = await app.signUp();
    const url = pictures.urlOf("/red.png");
    const link = { title: "x", url: "a.example", icon: url };
    const { id } = (await owner.api("POST", `/profiles/${profile.id}/links`, { ...link, icon: "" })).body;
    expect(
      (await stranger.api("PATCH", `/profiles/${profile.id}`, { profile_picture_url: url })).status,
    ).toBe(404);
    expect((await stranger.api("POST", `/profiles/${profile.id}/links`, link)).status).toBe(404);
    expect((await stranger.api("PATCH", `/links/${id}`, { icon: url })).status).toBe(404);
    expect(pictures.asked).toEqual([]);
  });

  it("on a local network is refused unless someone has allowed it", async () => {
    const closed = await startApp();
    const client = await closed.signUp();
    const { id } = (await client.api("POST", "/profiles", { name: "Closed" })).body;
    const answer = await client.api("PATCH", `/profiles/${id}`, {
      profile_picture_url: pictures.urlOf("/red.png"),
    });
    expect(answer.body.code).toBe("URL_DANGEROUS");
    expect(pictures.asked).toEqual([]);
    await closed.close();
  });
});

describe("a stored URL on another host", () => {
  const store = (column: "profile_picture_url" | "background_image_url", url: string) =>
    app.platform.db.execute(
      sql`update client_profiles set ${sql.identifier(column)} = ${url} where id = ${profile.id}`,
    );

  it("isn't shown, and blocks nothing", async () => {
    const link = (await owner.api("POST", `/profiles/${profile.id}/links`, { title: "x", url: "a.example" }))
      .body;
    const far = pictures.urlOf("/red.png");
    await store("profile_picture_url", far);
    await store("background_image_url", pictures.urlOf("/nothing.png"));
    await app.platform.db.execute(
      sql`update links set icon = ${far}, show_icon = true where id = ${link.id}`,
    );
    expect((await patch({ display_name: "Same", profile_picture_url: far })).body.profile_picture_url).toBe(
      far,
    );
    expect(pictures.asked).toEqual([]);
    const { body } = await page();
    expect(body).not.toContain(far);
    expect(body).not.toContain("/nothing.png");
  });
});
