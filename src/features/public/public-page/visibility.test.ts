// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

interface Page {
  id: string;
  username: string;
  link: string;
}

async function makePage(owner: Client): Promise<Page> {
  const { id, username } = (await owner.api("POST", "/profiles", { name: "Shown" })).body;
  await owner.api("PATCH", `/profiles/${id}`, {
    screensaver_enabled: true,
    screensaver_link: "https://example.com/file",
    lead_capture_enabled: true,
  });
  const link = await owner.api("POST", `/profiles/${id}/links`, { title: "One", url: "example.com" });
  return { id, username, link: link.body.id };
}

const get = (path: string) => app.visitor().call("GET", path);
const files = ["", "/share.jpg", "/qr.svg", "/card.vcf"];

/** The responses of everything that shows a page, or any of it. */
async function answersFor({ id, username, link }: Page) {
  const visitor = app.visitor();
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
  const lead = {
    p_profile_id: id,
    p_name: "Ada",
    p_email: "ada@example.com",
    p_phone: null,
    p_lead_source: "screensaver_signup",
  };
  // The sitemap is cached for minutes.
  app.clock.advance(10 * 60 * 1000);
  const sitemap = await fetch(`${app.url}/api/sitemap.xml`);
  return {
    files: await Promise.all(files.map((file) => statusOf(get(`/${username}${file}`)))),
    manifest: await statusOf(get(`/${username}/manifest.json`)),
    data: await statusOf(get(`/api/profile/${username}`)),
    visit: await statusOf(visitor.api("GET", `/pages/${id}/visit`)),
    go: await statusOf(get(`/go/${link}`)),
    owner: await statusOf(visitor.api("POST", "/rpc/get_profile_owner_id", { profile_uuid: id })),
    lead: await statusOf(visitor.api("POST", "/rpc/insert_fan_lead", lead)),
    isListed: (await sitemap.text()).includes(`/${username}<`),
  };
}

const HIDDEN = { go: 404, owner: 404, lead: 404, manifest: 404, isListed: false };

describe("a page", () => {
  it.each([
    [
      "that is switched off",
      410,
      async (owner: Client, { id }: Page) => {
        await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" });
      },
    ],
    [
      "that is deleted",
      404,
      async (owner: Client, { id }: Page) => {
        await owner.api("DELETE", `/profiles/${id}`);
      },
    ],
    [
      "whose owner is banned",
      410,
      async (owner: Client) => {
        await app.platform.db.execute(sql`update users set banned = true where id = ${owner.id}`);
      },
    ],
  ])("%s shows nothing of itself anywhere", async (_, status, hide) => {
    const owner = await app.signUp();
    const page = await makePage(owner);
    await hide(owner, page);
    const files = [status, status, status, status];
    expect(await answersFor(page)).toEqual({ ...HIDDEN, files, data: status, visit: status });
  });

  it("appears everywhere again when the ban is over", async () => {
    const owner = await app.signUp();
    const page = await makePage(owner);
    await app.platform.db.execute(
      sql`update users set banned = true, ban_expires = '2020-01-01' where id = ${owner.id}`,
    );
    const answers = await answersFor(page);
    expect(answers).toMatchObject({ files: [200, 200, 200, 200], manifest: 200, data: 200, visit: 200 });
    expect(answers).toMatchObject({ go: 302, owner: 200, lead: 200, isListed: true });
  });
});
