import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
let ada: Client;
beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "loopback" });
  founder = await app.signUp({ name: "Fay Founder" });
  ada = await app.signUp({ name: "Ada", email: "ada@mail.posts.example" });
  const note = (address: string) =>
    app.platform.incidents.note({ kind: "sign_in_failed", subject: "password", address, account: ada.id });
  for (const address of ["203.0.113.7", "203.0.113.200", "203.0.200.1", "2001:db8:1:2::3", "198.51.100.1"])
    note(address);
  await app.incidents.write();
  await app.platform.db.execute(
    sql`update security_incidents set country = 'DE' where network = '198.51.100.0/24'`,
  );
});
afterAll(() => app?.close());

describe("the timeline", () => {
  async function networks(query: Record<string, string>): Promise<string[]> {
    const { status, body } = await founder.api("GET", `/admin/security?${new URLSearchParams(query)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.items.map(({ network }: { network: string }) => network).sort();
  }

  it.each([
    ["203.0.113.0/24", ["203.0.113.0/24"]],
    ["203.0.113.77", ["203.0.113.0/24"]],
    ["203.0.0.0/16", ["203.0.113.0/24", "203.0.200.0/24"]],
    ["2001:db8:1::/64", ["2001:db8:1::/48"]],
    ["2001:db8::/32", ["2001:db8:1::/48"]],
    ["192.0.2.0/24", []],
    ["not a network", []],
    ["bad\0one", []],
  ])("finds what came from %s", async (network, found) => {
    expect(await networks({ network })).toEqual(found);
  });

  it("finds what came from a country, in a file, too, and no events, which don't say where from", async () => {
    expect(await networks({ country: "de" })).toEqual(["198.51.100.0/24"]);
    expect(await networks({ country: "FR" })).toEqual([]);
    expect(await networks({ country: "DE", network: "203.0.113.0/24" })).toEqual([]);
    expect((await founder.api("GET", "/admin/security?country=d%00")).status).toBe(400);
    const file = await founder.call("GET", "/api/v1/admin/security/export?country=DE");
    expect(String(file.body).trim().split("\n")).toHaveLength(2);
  });
});

describe("before something is blocked", () => {
  const preview = async (kind: string, value: string) =>
    (await founder.api("POST", "/admin/security/blocks/preview", { kind, value })).body;

  it("staff see whom it's about", async () => {
    expect(await preview("network", "203.0.113.0/24")).toEqual({ is_valid: true, people: 1, incidents: 2 });
    expect(await preview("network", "203.0.0.0/16")).toEqual({ is_valid: true, people: 1, incidents: 3 });
    expect(await preview("network", "192.0.2.1")).toEqual({ is_valid: true, people: 0, incidents: 0 });
    await app.platform.db.execute(
      sql`update sessions set user_agent = 'Scraper/9 (100% of it)' where user_id = ${ada.id}`,
    );
    expect(await preview("user_agent", "scraper/*100%")).toMatchObject({ is_valid: true, people: 1 });
    expect(await preview("user_agent", "scraper_9")).toMatchObject({ is_valid: true, people: 0 });
    expect(await preview("mail_domain", "posts.example")).toMatchObject({ is_valid: true, people: 1 });
    expect(await preview("mail_domain", "@mail.posts.example")).toMatchObject({ is_valid: true, people: 1 });
    expect(await preview("mail_domain", "osts.example")).toMatchObject({ is_valid: true, people: 0 });
  });

  it.each([
    ["network", "203.0.113"],
    ["network", ""],
    ["user_agent", "a*b"],
    ["mail_domain", "no domain"],
  ])("nothing is said about a %s such as “%s”", async (kind, value) => {
    expect(await preview(kind, value)).toEqual({ is_valid: false, people: 0, incidents: null });
  });
});

it("streams that are open end when something is blocked, and only who may come back does", async () => {
  const address = "198.51.100.77";
  const headers = { cookie: ada.cookie, "x-forwarded-for": address };
  const page = (await ada.api("POST", "/profiles", { name: "Ada" })).body;
  const stream = () => fetch(`${app.url}/api/v1/profiles/${page.id}/analytics/live`, { headers });
  const open = await stream();
  expect(open.status).toBe(200);
  const block = { kind: "network", value: "198.51.100.0/24", reason: "They try passwords" };
  const { body } = await founder.api("POST", "/admin/security/blocks", block);
  await open.text();
  expect((await stream()).status).toBe(403);
  await founder.api("DELETE", `/admin/security/blocks/${body.id}`);
});
