// @project server-postgres

import { sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { S3Server } from "#test/harness/s3-server.ts";
import { MP4, videoForm, WEBM } from "#test/harness/videos.ts";
import { settleContents } from "./contents-moves.ts";
import { VIDEO_ERRORS } from "./contract.ts";
import { mediaIdOf, UNUSED_DAYS_MAX, VIDEO_BYTES_MAX } from "./rules.ts";
import { deleteUnusedPictures } from "./unused-pictures.ts";

const HOUR_MS = 60 * 60 * 1000;

let s3: S3Server;
let app: TestApp;
let owner: Client;
beforeAll(async () => {
  s3 = await S3Server.start();
  app = await startApp({ PLANS: "off", ...s3.settings });
  owner = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  await s3?.close();
});

const upload = (content = WEBM, who = owner) => who.api("POST", "/media/videos", videoForm(content));
const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });
const listed = async (kind?: string) =>
  (await owner.api("GET", `/media${kind ? `?kind=${kind}` : ""}`)).body.items;

interface Page {
  id: string;
  username: string;
  video: string;
  picture: string;
}

/** A page with a video behind it. */
async function makePage(name: string): Promise<Page> {
  const { id, username } = (await owner.api("POST", "/profiles", { name })).body;
  const video = (await upload()).body.url;
  const picture = (await owner.api("POST", "/media", await pictureForm("background"))).body.url;
  const changes = { background_video_url: video, background_image_url: picture };
  const { status, body } = await owner.api("PATCH", `/profiles/${id}`, changes);
  expect([status, body]).toMatchObject([200, changes]);
  return { id, username, video, picture };
}

describe("an uploaded video", () => {
  it("is kept by what's in it, once for each account, under a name that people know", async () => {
    const { status, body } = await upload();
    expect([status, body]).toEqual([
      201,
      { url: expect.stringMatching(/^\/media\/[0-9a-f-]{36}\.webm$/), width: 96, height: 160, seconds: 2 },
    ]);
    expect((await upload()).body.url).toBe(body.url);
    const other = await app.signUp();
    expect((await upload(WEBM, other)).body.url).not.toBe(body.url);
    expect((await upload(MP4)).body.url).toMatch(/\.mp4$/);
    expect(await listed("video")).toMatchObject([
      { url: expect.stringContaining(".mp4"), name: "Beach at night" },
      { url: body.url, name: "Beach at night", uses: [], bytes: WEBM.length },
    ]);
    expect(await listed()).toEqual([]);
  });

  it.each([
    ["NOT_A_VIDEO", 400, new Uint8Array(100)],
    ["VIDEO_TOO_LARGE", 413, new Uint8Array(VIDEO_BYTES_MAX + 1)],
  ] as const)("is refused with %s", async (code, status, content) => {
    const answer = await upload(content);
    expect(answer).toMatchObject({ status, body: { code, message: VIDEO_ERRORS[code].message } });
  });

  it("is a picture nowhere: no picture's path leads to it, and no place for pictures takes it", async () => {
    const { url } = (await upload()).body;
    const id = mediaIdOf(url);
    const asPicture = `/media/${id}.webp`;
    const { id: profile } = (await owner.api("POST", "/profiles", { name: "Not a picture" })).body;
    const tried = async (changes: object) =>
      (await owner.api("PATCH", `/profiles/${profile}`, changes)).body.code;
    expect(await tried({ background_image_url: asPicture })).toBe("PICTURE_INVALID");
    expect(await tried({ profile_picture_url: url })).toBe("PICTURE_INVALID");
    const fit = { purpose: "avatar" };
    expect((await owner.api("POST", `/media/${id}/copies`, fit)).body.code).toBe("PICTURE_NOT_FOUND");
    const picture = (await owner.api("POST", "/media", await pictureForm("background"))).body.url;
    for (const background_video_url of [picture, asPicture, "/media/x.mp4", "https://film.example/x.mp4"])
      expect(await tried({ background_video_url })).toBe("VIDEO_INVALID");
    const gone = url.replace(/[0-9a-f]{4}\./, "0000.");
    expect(await tried({ background_video_url: gone })).toBe("VIDEO_INVALID");
    expect((await owner.api("PATCH", `/profiles/${profile}`, { background_video_url: " " })).status).toBe(
      200,
    );
  });
});

describe("a video at its path", () => {
  it("is sent in ranges, as Safari asks for it, and kept forever", async () => {
    const { url } = (await upload()).body;
    const whole = await get(url);
    const content = new Uint8Array(await whole.arrayBuffer());
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "video/webm",
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const ranges: [string, number, string, Uint8Array][] = [
      ["bytes=0-1", 206, `bytes 0-1/${content.length}`, content.subarray(0, 2)],
      ["bytes=100-", 206, `bytes 100-${content.length - 1}/${content.length}`, content.subarray(100)],
      [
        "bytes=-3",
        206,
        `bytes ${content.length - 3}-${content.length - 1}/${content.length}`,
        content.subarray(-3),
      ],
      [`bytes=${content.length}-`, 416, `bytes */${content.length}`, new Uint8Array()],
    ];
    for (const [range, status, shown, part] of ranges) {
      const answer = await get(url, { range });
      expect([range, answer.status, answer.headers.get("content-range")]).toEqual([range, status, shown]);
      if (status === 206) expect(answer.headers.get("content-length")).toBe(String(part.length));
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(part);
    }
    const stale = await get(url, { range: "bytes=0-1", "if-range": '"another"' });
    expect(stale.status).toBe(200);
    const head = await fetch(app.url + url, { method: "HEAD" });
    expect([head.status, head.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
    expect((await get(url, { "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(304);
  });

  it("comes from S3 and goes back, byte for byte", async () => {
    const { url } = (await upload(MP4)).body;
    const sent = async () => new Uint8Array(await (await get(url, { range: "bytes=8-" })).arrayBuffer());
    const [row] = await rowsOf<{ is_away: boolean }>(
      app.platform.db,
      sql`select content is null as is_away from media where id = ${mediaIdOf(url)}`,
    );
    expect(row).toEqual({ is_away: true });
    expect(await sent()).toHaveLength(MP4.length - 8);
    await settleContents(app.platform);
    expect(await sent()).toHaveLength(MP4.length - 8);
  });
});

describe("a page with a video", () => {
  it("names it for its script, allows only our own videos, and shows the picture without it", async () => {
    const { id, username, video, picture } = await makePage("Moving");
    const page = await get(`/${username}`);
    const html = await page.text();
    expect(html).toContain(`data-video="${video}"><img src="${picture}"`);
    expect(html).toMatch(/<button [^>]*aria-label="Pause the video"[^>]*hidden/);
    expect(html).not.toContain("<video");
    expect(page.headers.get("content-security-policy")).toContain("; media-src 'self';");
    const data = await app.visitor().api("POST", "/functions/get-profile-data", { username });
    expect(data.body.customization).toMatchObject({ background_video_url: video });
    await owner.api("PATCH", `/profiles/${id}`, { background_image_url: null });
    const plain = await get(`/${username}`);
    expect(await plain.text()).not.toMatch(/data-video|data-motion|visitor-video/);
    expect(plain.headers.get("content-security-policy")).not.toContain("media-src");
  });

  it("has it in its library entry, which can't be deleted, and keeps it when it goes to the trash", async () => {
    const { id, video } = await makePage("Kept");
    const found = (await listed("video")).find(({ url }: { url: string }) => url === video);
    expect(found.uses).toContainEqual({
      kind: "background",
      name: "Kept",
      profile_id: id,
      is_deleted: false,
    });
    expect((await owner.api("DELETE", `/media/${mediaIdOf(video)}`)).body.code).toBe("PICTURE_IN_USE");
    const unused = (await upload(MP4)).body.url;
    app.clock.advance((UNUSED_DAYS_MAX * 24 + 49) * HOUR_MS);
    await deleteUnusedPictures(app.platform);
    expect([(await get(video)).status, (await get(unused)).status]).toEqual([200, 404]);
  });

  it("has it in its static site, which plays it without a script for those who like motion", async () => {
    const { id, video } = await makePage("Standing");
    const answer = await get(`/api/v1/profiles/${id}/site`, { cookie: owner.cookie });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const name = video.slice(1);
    expect(files[name]).toEqual(new Uint8Array(await (await get(video)).arrayBuffer()));
    const html = new TextDecoder().decode(files["index.html"]);
    expect(html).toContain(
      `<video autoplay muted loop playsinline tabindex="-1"><source src="${name}" media="(prefers-reduced-motion:no-preference)"/></video>`,
    );
    expect(html).toContain('<input type="checkbox" aria-label="Pause the video"/>');
    expect(html).not.toMatch(/data-video|data-motion/);
  });

  it("is duplicated, exported and imported with it, if it's still there", async () => {
    const { id, video } = await makePage("Original");
    const duplicate = { source_profile_id: id, new_profile_name: "Second" };
    const { body: copy } = await owner.api("POST", "/rpc/duplicate_profile", duplicate);
    expect((await owner.api("GET", `/profiles/${copy.id}`)).body.background_video_url).toBe(video);
    const exported = (await owner.api("GET", `/profiles/${id}/export`)).body;
    const imported = async (from: object) => {
      const form = new FormData();
      form.set("file", new File([JSON.stringify(from)], "page.json"));
      const read = (await owner.api("POST", "/page-imports/file", form)).body;
      const all = { is_mine: true, socials: true, bio: true, picture: true, look: true, profile_id: null };
      const applied = (await owner.api("POST", `/page-imports/${read.id}/apply`, all)).body;
      return (await owner.api("GET", `/profiles/${applied.profile_id}`)).body;
    };
    expect((await imported(exported)).background_video_url).toBe(video);
    const gone = JSON.parse(
      JSON.stringify(exported).replaceAll(video, video.replace(/.{4}\.webm/, "0000.webm")),
    );
    expect((await imported(gone)).background_video_url).toBeNull();
  });

  it("goes back to it by its version and by its draft, which keep it", async () => {
    const { id, video } = await makePage("Versions");
    const version = (await owner.api("POST", `/profiles/${id}/versions`)).body;
    const change = (of: string, url: string | null) =>
      owner.api("PATCH", `/profiles/${of}`, { background_video_url: url });
    await change(id, null);
    const found = async () => (await listed("video")).find(({ url }: { url: string }) => url === video);
    expect((await found()).uses).toContainEqual(
      expect.objectContaining({ kind: "version", name: "Versions" }),
    );
    const restored = await owner.api("POST", `/profiles/${id}/versions/${version.id}/restore`);
    expect(restored.status, JSON.stringify(restored.body)).toBe(200);
    const shown = async () => (await owner.api("GET", `/profiles/${id}`)).body.background_video_url;
    expect(await shown()).toBe(video);
    const draft = (await owner.api("POST", `/profiles/${id}/draft`)).body;
    const other = (await upload(MP4)).body.url;
    expect((await change(draft.draft_id, other)).status, JSON.stringify(draft)).toBe(200);
    expect(await shown()).toBe(video);
    await owner.api("POST", `/profiles/${id}/draft/publish`, {});
    expect(await shown()).toBe(other);
  });
});
