// @project server-postgres
import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { ObjectStore } from "#src/platform/objects/object-store.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { S3Server } from "#test/harness/s3-server.ts";
import { checkStorage, settleContents } from "./contents-moves.ts";
import { mediaIdOf } from "./rules.ts";

/** Long enough for a busy machine. */
const APP_MS = 2_000;
const HANG_MS = 300;

let s3: S3Server;
let app: TestApp;
let owner: Client;
/** Everything that has been logged. */
let log = "";

beforeAll(async () => {
  s3 = await S3Server.start();
  const logTo = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const settings = { PLANS: "off", LOG_LEVEL: "info", ...s3.settings };
  app = await startApp(settings, { objectMs: APP_MS, logTo });
  owner = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  await s3?.close();
});

let shade = 16;
async function upload(): Promise<{ id: string; url: string }> {
  const { status, body } = await owner.api("POST", "/media", await pictureForm("picture", `#0000${shade++}`));
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: mediaIdOf(body.url) ?? "", url: body.url };
}

/** The bucket, as it's used with other settings. */
const storeWith = (settings: object, milliseconds?: number) =>
  new ObjectStore({ MEDIA_STORAGE: "s3", ...s3.settings, ...settings }, { milliseconds });
const settle = (settings = {}, milliseconds?: number) =>
  settleContents({ ...app.platform, objects: storeWith(settings, milliseconds) });

async function rowOf(id: string): Promise<{ in_row: boolean; object_bytes: number | null }> {
  const [row] = await rowsOf<{ in_row: boolean; object_bytes: number | null }>(
    app.platform.db,
    sql`select content is not null as in_row, object_bytes from media where id = ${id}`,
  );
  if (!row) throw new Error("There is no such picture.");
  return row;
}

async function hasObject(id: string): Promise<boolean> {
  const known = await rowsOf(app.platform.db, sql`select 1 from media_objects where id = ${id}`);
  const response = await storeWith({})
    .get(`media/${id}`, 0)
    .catch((error: Error) => error);
  expect([known.length > 0, id]).toEqual([response !== undefined, id]);
  return response !== undefined;
}

async function serve(url: string): Promise<Buffer> {
  const response = await fetch(app.url + url);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toContain("immutable");
  return Buffer.from(await response.arrayBuffer());
}

it("a picture goes to S3, is served from there, moves to the database and back, and is gone once it's deleted", async () => {
  const { id, url } = await upload();
  expect(await rowOf(id)).toEqual({ in_row: false, object_bytes: expect.any(Number) });
  const first = await serve(url);
  expect((await sharp(first).metadata()).format).toBe("webp");
  expect((await owner.api("GET", `/media/${id}`)).body.bytes).toBe(first.length);

  // Of two nodes, one may still have the settings from before.
  const other = await upload();
  await settle({ MEDIA_STORAGE: "database" });
  expect([await rowOf(id), await hasObject(id)]).toEqual([{ in_row: true, object_bytes: null }, false]);
  expect(await serve(other.url)).toEqual(expect.any(Buffer));
  expect(log).toContain('"left":0,"msg":"moving pictures to the database"');

  await settle();
  expect([(await rowOf(id)).in_row, await hasObject(id)]).toEqual([false, true]);
  expect(await serve(url)).toEqual(first);
  const fit = await owner.api("POST", `/media/${id}/copies`, { purpose: "icon" });
  expect(fit.status).toBe(201);

  expect((await owner.api("DELETE", `/media/${id}`)).status).toBe(200);
  expect((await fetch(app.url + url)).status).toBe(404);
  app.clock.advance(11 * 60_000);
  await settle();
  expect([await hasObject(id), await hasObject(other.id)]).toEqual([false, true]);
});

it("an upload that was killed before its row leaves nothing in S3, and one that's still under way isn't touched", async () => {
  const { id } = await upload();
  await app.platform.db.execute(sql`delete from media where id = ${id}`);
  await settle();
  expect(await hasObject(id)).toBe(true);
  app.clock.advance(11 * 60_000);
  await settle();
  expect(await hasObject(id)).toBe(false);
});

it("while S3 hangs, uploads are kept in the database, and what's in S3 is refused in words rather than lost", async () => {
  const stored = await upload();
  const profile = (await owner.api("POST", "/profiles", { name: "Nora" })).body;
  await owner.api("PATCH", `/profiles/${profile.id}`, { profile_picture_url: stored.url });
  s3.isHanging = true;
  const kept = await upload();
  expect([await rowOf(kept.id), (await serve(kept.url)).length > 0]).toEqual([
    { in_row: true, object_bytes: null },
    true,
  ]);
  const answers = await Promise.all([
    app.visitor().call("GET", stored.url),
    owner.api("POST", `/media/${stored.id}/copies`, { purpose: "icon" }),
    owner.api("GET", `/profiles/${profile.id}/site`),
  ]);
  const refusal = {
    status: 503,
    body: { code: "PICTURE_UNREACHABLE", message: expect.stringContaining("storage") },
  };
  for (const answer of answers) expect(answer).toMatchObject(refusal);
  await settle({}, HANG_MS);
  expect(log).toContain("S3_ENDPOINT hasn’t answered within 0.3 seconds. Pictures are moved");

  s3.isHanging = false;
  await serve(stored.url);
  await settle();
  expect((await rowOf(kept.id)).in_row).toBe(false);
});

it.each([
  [{ S3_SECRET_ACCESS_KEY: "wrong-and-secret" }, "refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY"],
  [{ S3_BUCKET: "nowhere" }, "has no bucket nowhere"],
  [{ S3_ENDPOINT: "http://127.0.0.1:9" }, "can’t be reached"],
])("with %j it starts, says what's wrong, and keeps pictures", async (settings, sentence) => {
  const before = log.length;
  const other = await upload();
  await settle({ MEDIA_STORAGE: "database" });
  await settle(settings);
  expect(log.slice(before)).toContain(sentence);
  expect(log).not.toContain("wrong-and-secret");
  expect((await rowOf(other.id)).in_row).toBe(true);
  await checkStorage({ ...app.platform, objects: storeWith(settings) });
  expect(log).toContain("Until it works, new pictures go into the database");
  await expect(storeWith(settings).check()).rejects.toThrow(sentence);
  await expect(storeWith({}).check()).resolves.toBeUndefined();
});

it("an account's export has the pictures that are in S3", async () => {
  const { id, url } = await upload();
  expect((await rowOf(id)).in_row).toBe(false);
  const { mediaPart } = await import("./account-part.ts");
  const files = mediaPart.exportFiles?.({ ...app.platform, account: owner.id } as never, {
    account: owner.id,
    email: "",
    profileIds: [],
  });
  const found = new Map<string, Uint8Array>();
  for await (const { name, content } of files ?? []) found.set(name, content);
  await checkStorage({ ...app.platform, objects: undefined });
  expect(log).toMatch(/\d+ pictures are in S3, but S3_ENDPOINT isn't set/);
  expect(Buffer.from(found.get(`pictures/${id}.webp`) ?? "")).toEqual(await serve(url));
});
