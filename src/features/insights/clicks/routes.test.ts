import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const INSTAGRAM =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 335.0.0.29.97";

let app: TestApp;
let owner: Client;
let profileId = "";
let linkId = "";
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
  linkId = await makeLink("https://example.com/shop?a=1&b=%20");
});
afterAll(() => app.close());

async function makeLink(url: string): Promise<string> {
  return (await owner.api("POST", `/profiles/${profileId}/links`, { title: "Shop", url })).body.id;
}

const from = (address: string, userAgent = INSTAGRAM) => ({
  "x-forwarded-for": address,
  "user-agent": userAgent,
});
const click = (link_id = linkId) => ({ id: randomUUID(), link_id, session_id: "s" });
const view = () => ({
  id: randomUUID(),
  profile_id: profileId,
  session_id: "s",
  referrer: "https://l.instagram.com/",
});
const analytics = (query = "") => owner.api("GET", `/profiles/${profileId}/analytics${query}`);

async function clickCount(id = linkId): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    app.platform.db,
    sql`select click_count as n from links where id = ${id}`,
  );
  return row?.n ?? -1;
}

describe("what a page sends", () => {
  it("is counted once and says where it came from", async () => {
    const before = (await analytics()).body;
    const event = { ...click(), referrer: "https://www.tiktok.com/@ada" };
    const body = { events: [event, event] };
    const first = await app.visitor().call("POST", "/api/v1/clicks", body, from("8.8.8.8"));
    expect([first.status, first.body]).toEqual([202, { received: 2, new: 1 }]);
    expect(first.headers.get("cache-control")).toBe("no-store");
    const again = await app.visitor().call("POST", "/api/v1/clicks", JSON.stringify(body), {
      ...from("8.8.8.8"),
      "content-type": "text/plain;charset=UTF-8",
    });
    expect(again.body).toEqual({ received: 2, new: 0 });
    const seen = await app.visitor().call("POST", "/api/v1/views", view(), from("81.2.69.160"));
    expect([seen.status, seen.body]).toEqual([202, { received: 1, new: 1 }]);

    const { totals, breakdowns } = (await analytics()).body;
    expect(totals).toMatchObject({
      clicks: before.totals.clicks + 1,
      views: before.totals.views + 1,
      visitors: before.totals.visitors + 1,
    });
    expect(breakdowns.country).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: "US", clicks: 1 }),
        expect.objectContaining({ key: "GB", label: "United Kingdom", views: 1 }),
      ]),
    );
    expect(breakdowns.app).toEqual([{ key: "instagram", label: "Instagram", clicks: 1, views: 1 }]);
    expect(breakdowns.os).toEqual([{ key: "ios", label: "iOS", clicks: 1, views: 1 }]);
    expect(breakdowns.referrer.map((row: { key: string }) => row.key).sort()).toEqual([
      "instagram.com",
      "tiktok.com",
    ]);
    expect(await clickCount()).toBe(1);
  });

  it("keeps the known part of a mixed batch", async () => {
    const events = [click(), click(randomUUID()), click("no-id")];
    expect((await app.visitor().api("POST", "/clicks", { events })).body).toEqual({ received: 1, new: 1 });
  });

  it.each([
    ["/clicks", "{", 400, "BAD_REQUEST"],
    ["/clicks", "", 400, "BAD_REQUEST"],
    ["/clicks", "null", 400, "BAD_REQUEST"],
    ["/clicks", { events: [] }, 400, "BAD_REQUEST"],
    ["/clicks", { events: "x" }, 400, "BAD_REQUEST"],
    ["/clicks", { events: [{ id: "1", link_id: "2", session_id: "s" }] }, 400, "BAD_REQUEST"],
    ["/clicks", { events: [{ id: randomUUID(), link_id: 7, session_id: "s" }] }, 400, "BAD_REQUEST"],
    ["/clicks", { events: [{ id: randomUUID(), link_id: "x", session_id: "a\u0000" }] }, 400, "BAD_REQUEST"],
    [
      "/clicks",
      { events: [{ id: randomUUID(), link_id: "x\u0000\ud800", session_id: "s" }] },
      404,
      "LINK_NOT_FOUND",
    ],
    [
      "/clicks",
      { events: [{ id: randomUUID(), link_id: randomUUID(), session_id: "s" }] },
      404,
      "LINK_NOT_FOUND",
    ],
    ["/clicks", `"${"x".repeat(70_000)}"`, 413, "BODY_TOO_LARGE"],
    ["/views", { id: randomUUID(), profile_id: randomUUID(), session_id: "s" }, 404, "PROFILE_NOT_FOUND"],
    ["/views", { id: randomUUID(), profile_id: "%00", session_id: "s" }, 404, "PROFILE_NOT_FOUND"],
    ["/views", [], 400, "BAD_REQUEST"],
  ])("%s refuses %.80j with %i", async (path, body, status, code) => {
    const answer = await app.visitor().api("POST", path, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toMatch(/^[\w:. ]/);
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
  });

  it("stores hostile text without its poison", async () => {
    const hostile = { ...view(), referrer: `https://evil.example/\u0000${"\ud800"}"'\\{},null` };
    expect((await app.visitor().api("POST", "/views", hostile)).body).toEqual({ received: 1, new: 1 });
    const [row] = await rowsOf<{ referrer: string }>(
      app.platform.db,
      sql`select t.text as referrer from page_views v
          join visit_texts t on t.profile_id = v.profile_id and t.id = v.referrer_id where v.id = ${hostile.id}`,
    );
    expect(row?.referrer).toBe("https://evil.example/\"'\\{},null");
  });

  it("is refused as a form or with other methods", async () => {
    const form = await app.visitor().call("POST", "/api/v1/clicks", "a=1", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([form.status, form.body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    const got = await app.visitor().api("GET", "/views");
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const deleted = await app.visitor().call("DELETE", `/go/${linkId}`);
    expect([deleted.status, deleted.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });

  it("is refused as soon as too much has arrived, whatever its declared length", async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${app.url}/api/v1/clicks`, { method: "POST" }, (response) => {
        resolve(response.statusCode);
        response.resume();
        sent.destroy();
      });
      sent.on("error", reject);
      for (let part = 0; part < 5; part++) sent.write("x".repeat(16 * 1024));
    });
    expect(status).toBe(413);
  });

  it("breaks nothing when the connection is cut", async () => {
    await new Promise<void>((resolve) => {
      const sent = request(`${app.url}/api/v1/clicks`, {
        method: "POST",
        headers: { "content-length": 5000 },
      });
      sent.on("error", () => resolve());
      sent.write("{", () => sent.destroy());
      sent.on("close", () => resolve());
    });
    expect((await app.visitor().api("POST", "/clicks", { events: [click()] })).status).toBe(202);
  });
});

describe("a redirect", () => {
  it("is answered after the click is stored", async () => {
    const id = await makeLink("https://example.com/a");
    const answer = await app.visitor().call("GET", `/go/${id}?x=1`, undefined, {
      ...from("81.2.69.160"),
      referer: `${app.url}/ada`,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://example.com/a"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [row] = await rowsOf<Record<string, string>>(
      app.platform.db,
      sql`select country, app, referrer, session_id from link_analytics where link_id = ${id}`,
    );
    expect(row).toMatchObject({ country: "GB", app: "instagram", referrer: "" });
    expect(row?.session_id).toMatch(/^[\w-]{22}$/);
    expect(await clickCount(id)).toBe(1);
  });

  it("doesn't count HEAD requests or prefetches", async () => {
    const before = await clickCount();
    const head = await app.visitor().call("HEAD", `/go/${linkId}`);
    expect([head.status, head.headers.get("location")]).toEqual([302, "https://example.com/shop?a=1&b=%20"]);
    const ahead = { ...from("8.8.8.8"), "sec-purpose": "prefetch;prerender" };
    expect((await app.visitor().call("GET", `/go/${linkId}`, undefined, ahead)).status).toBe(302);
    expect(await clickCount()).toBe(before);
    expect((await app.visitor().call("GET", `/go/${linkId}`, undefined, from("8.8.8.8"))).status).toBe(302);
    expect(await clickCount()).toBe(before + 1);
  });

  it("ends with the link, and goes where its latest edit says", async () => {
    const id = await makeLink("https://example.com/old");
    const go = async () => {
      const answer = await app.visitor().call("GET", `/go/${id.toUpperCase()}`);
      return answer.headers.get("location") ?? answer.status;
    };
    expect(await go()).toBe("https://example.com/old");
    await owner.api("PATCH", `/links/${id}`, { url: "https://example.com/new" });
    expect(await go()).toBe("https://example.com/new");
    await owner.api("PATCH", `/links/${id}`, { is_visible: false });
    expect(await go()).toBe(404);
    await owner.api("PATCH", `/links/${id}`, { is_visible: true });
    await owner.api("PUT", `/profiles/${profileId}/status`, { status: "inactive" });
    expect(await go()).toBe(404);
    await owner.api("PUT", `/profiles/${profileId}/status`, { status: "active" });
    expect(await go()).toBe("https://example.com/new");
    await owner.api("DELETE", `/links/${id}`);
    expect(await go()).toBe(404);
    expect((await app.visitor().api("POST", "/clicks", { events: [click(id)] })).status).toBe(404);
  });

  it.each(["/go/", "/go/x", "/go/%", "/go/%E0%A4%A", "/go/%00", `/go/${randomUUID()}`])(
    "%s is a page that says so",
    async (path) => {
      const answer = await app.visitor().call("GET", path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(answer.body).toContain("This link no longer exists.");
    },
  );
});
