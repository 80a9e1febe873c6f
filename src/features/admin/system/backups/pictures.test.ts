// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { mediaIdOf } from "#src/features/pages/media/rules.ts";
import { openObjects } from "#src/platform/objects/object-store.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { backUp, emptyPlace } from "#test/harness/backups.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { S3Server } from "#test/harness/s3-server.ts";
import { openDatabasePlace } from "./backup-run.ts";
import { restoreInstance } from "./restore-run.ts";

let s3: S3Server;
let app: TestApp;
let owner: Client;
beforeAll(async () => {
  s3 = await S3Server.start();
  app = await startApp(s3.settings);
  owner = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  await s3?.close();
});

async function upload(color: string): Promise<string> {
  const { body } = await owner.api("POST", "/media", await pictureForm("picture", color));
  return mediaIdOf(body.url) ?? "";
}

it("pictures in S3 are in a backup, and come back into their rows, without their bucket", async () => {
  const id = await upload("#112233");
  const { config } = app.platform.installation;
  const there = await openObjects(config, {})?.get(`media/${id}`, await sizeOf(id));
  const made = await backUp(app);
  expect(made).toMatchObject({ objects: 1, lost: 0 });
  const place = await emptyPlace(made.file);
  expect(await restoreInstance(place)).toMatchObject({ objects: 1 });
  const connection = await openDatabasePlace({ url: place.url });
  const [row] = await connection.rows<{ content: Buffer; object_bytes: number | null }>(
    "select content, object_bytes from media where id = $1",
    [id],
  );
  await connection.close();
  expect(row?.object_bytes).toBeNull();
  expect(Buffer.compare(row?.content ?? Buffer.of(), there ?? Buffer.of(1))).toBe(0);
});

async function sizeOf(id: string): Promise<number> {
  const connection = await openDatabasePlace({ url: app.platform.installation.config.DATABASE_URL });
  const [row] = await connection.rows<{ object_bytes: number }>(
    "select object_bytes from media where id = $1",
    [id],
  );
  await connection.close();
  return row?.object_bytes ?? 0;
}

it("a picture that S3 has lost or broken doesn’t keep the others from being backed up, but an S3 that’s away does", async () => {
  const [lost, broken] = [await upload("#445566"), await upload("#778899")];
  const objects = openObjects(app.platform.installation.config, {});
  await objects?.delete(`media/${lost}`);
  await objects?.put(`media/${broken}`, Buffer.from("not it"), "image/webp");
  expect(await backUp(app)).toMatchObject({ objects: 1, lost: 2 });
  const { config } = app.platform.installation;
  const away = { ...config, S3_BUCKET: "elsewhere" };
  await expect(backUp(app, { objects: away })).rejects.toThrow("has no bucket elsewhere");
  await expect(backUp(app, { objects: { ...config, S3_ENDPOINT: "" } })).rejects.toThrow(
    "a backup needs S3_ENDPOINT",
  );
});
