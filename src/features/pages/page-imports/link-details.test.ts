// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { type PageServer, startPageServer } from "#test/harness/page-server.ts";

let app: TestApp;
let server: PageServer;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  server = await startPageServer();
  app = await startApp({ OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await app?.close();
  server?.close();
});
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: `D${randomUUID().slice(0, 8)}` })).body.id;
});

/** Adds a link to a page on this machine, which nobody could by typing. */
async function linkTo(path: string, fields: Record<string, unknown> = {}): Promise<string> {
  const body = { title: "127.0.0.1", url: "https://a.example", ...fields };
  const { id } = (await owner.api("POST", `/profiles/${profileId}/links`, body)).body;
  await app.platform.db.execute(sql`update links set url = ${server.origin + path} where id = ${id}`);
  return id;
}
const fillIn = (id: string) => owner.api("POST", `/links/${id}/fill-in`);

it.each(["/tour", "/heavy-tour"])(
  "%s gives its link a picture and a description, which can be undone",
  async (path) => {
    const id = await linkTo(path);
    const { status, body } = await fillIn(id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.link).toMatchObject({
      description: "All dates",
      picture_url: expect.stringMatching(/^\/media\//),
    });
    expect(body.before).toMatchObject({ description: null, picture_url: null });
    // The address itself can't be changed through the API here, so only what was filled in is.
    const undone = await owner.api("PATCH", `/links/${id}`, {
      updated_at: body.link.updated_at,
      ...body.before,
    });
    expect(undone.body).toMatchObject({ description: null, picture_url: null });
  },
);

it("leaves alone what somebody entered, and a link whose page has nothing to say", async () => {
  const own = await linkTo("/tour", { title: "Mine", description: "My own words" });
  expect((await fillIn(own)).body).toMatchObject({ link: { title: "Mine", description: "My own words" } });
  for (const path of ["/missing", "/inside", "/thumb.png"]) {
    const id = await linkTo(path);
    expect((await fillIn(id)).body).toMatchObject({ link: { id }, before: null });
  }
  const stranger = await app.signUp();
  expect((await stranger.api("POST", `/links/${own}/fill-in`)).body.code).toBe("LINK_NOT_FOUND");
});
