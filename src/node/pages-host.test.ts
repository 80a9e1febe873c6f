// @project server-postgres
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { domainsChanged } from "#src/features/pages/domains/signals.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { PROXY_HOST, startHttpsProxy } from "#test/harness/https-proxy.ts";

const DASHBOARD = "links.fanfare.com";
const ADDRESS = "93.184.215.14";

let dns: TestDns;
let front: Awaited<ReturnType<typeof startHttpsProxy>>;
let app: TestApp;
let founder: Client;
let profileId: string;
/** Where the proxy passes requests. */
let behind: string;
let pagesUrl: string;

beforeAll(async () => {
  dns = await startDns();
  for (const zone of ["fanfare.com", "fanfare.net"]) dns.addZone(zone);
  dns.names.set(DASHBOARD, { A: [ADDRESS] });
  front = await startHttpsProxy(() => behind);
  const settings = { PUBLIC_URL: `https://${DASHBOARD}`, PLANS: "off", DNS_SERVERS: dns.address };
  const lookUp = async () => [{ address: "127.0.0.1", family: 4 }];
  app = await startApp({ ...settings, OUTBOUND_ALLOW: "loopback" }, { lookUp });
  behind = app.url;
  pagesUrl = `https://${PROXY_HOST}:${front.port}`;
  founder = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true`);
  profileId = (await founder.api("POST", "/profiles", { name: "Mia" })).body.id;
});
afterAll(async () => {
  await app?.close();
  front?.close();
  dns?.close();
});

/** What's at a host. */
function ask(host: string, path: string) {
  return new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
    request(app.url + path, { headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .on("error", reject)
      .end();
  });
}

const save = async (pages_url: string | null) =>
  (await founder.api("PATCH", "/settings", { values: { pages_url } })).body;
const isAllowed = async (host: string) =>
  (await app.visitor().api("GET", `/domains/ask?domain=${host}`)).status === 200;

it("a host for all pages is refused with what’s wrong, and changes nothing", async () => {
  const refused = async (url: string, message: string) =>
    expect(await save(url)).toMatchObject({
      code: "SETTING_INVALID",
      data: { fields: { pages_url: message } },
    });
  await refused("pages", "Enter a URL such as https://links.example.net.");
  for (const url of [
    `http://${PROXY_HOST}`,
    `https://${PROXY_HOST}/x`,
    `https://a@${PROXY_HOST}`,
    `https://${PROXY_HOST}.`,
  ])
    await refused(url, "Enter only https:// and a host, such as https://links.example.net.");
  await refused(`https://${DASHBOARD}`, "Pages are there already. Enter another host, or leave this empty.");
  await refused("https://127.0.0.1", "That’s an IP address. Enter a domain such as links.example.com.");
  await refused(
    "https://pages.local",
    "That name only works inside a network. Enter a domain that everyone can reach.",
  );
  await refused(pagesUrl, `There’s no record for ${PROXY_HOST} yet. It should lead to ${DASHBOARD}.`);
  dns.names.set(PROXY_HOST, { A: ["8.8.8.8"] });
  await refused(pagesUrl, `${PROXY_HOST} leads to 8.8.8.8. It should lead to ${DASHBOARD}.`);
  dns.broken.add(PROXY_HOST);
  await refused(pagesUrl, "The name servers of fanfare.net didn’t answer in time. Try again.");
  dns.broken.clear();
  await app.platform.db.execute(
    sql`insert into domains (id, account, profile_id, host, zone, token, state, verified_at, created_at)
        values (gen_random_uuid(), ${founder.id}, ${profileId}, ${PROXY_HOST}, 'fanfare.net', '', 'active', now(), now())`,
  );
  await app.platform.invalidate(domainsChanged, { profile_id: profileId });
  await refused(pagesUrl, "That’s an owner’s domain. Choose another one.");
  await app.platform.db.execute(sql`delete from domains`);
  await app.platform.invalidate(domainsChanged, { profile_id: profileId });
  expect(await isAllowed(PROXY_HOST)).toBe(false);

  dns.names.set(PROXY_HOST, { CNAME: [DASHBOARD] });
  const other = await startApp();
  behind = other.url;
  await refused(pagesUrl, `${PROXY_HOST} leads here, but something else answers at ${pagesUrl}.`);
  await other.close();
  await refused(
    pagesUrl,
    `${PROXY_HOST} leads here, but ${pagesUrl} doesn’t answer. See what your proxy says about its certificate.`,
  );
  // The proxy may get its certificate while someone is trying.
  expect(await isAllowed(PROXY_HOST)).toBe(true);
  app.clock.advance(11 * 60_000);
  expect(await isAllowed(PROXY_HOST)).toBe(false);
  expect(await ask(DASHBOARD, "/mia")).toMatchObject({ status: 200 });
  expect(await ask(PROXY_HOST, "/mia")).toMatchObject({ status: 421 });
});

it("once its host leads here and opens over HTTPS, all pages are there at once, and nothing else", async () => {
  behind = app.url;
  await founder.api("POST", "/domains", { host: "shop.mia.com", profile_id: profileId });
  const targetOf = async () => (await founder.api("GET", "/domains")).body.items[0].records[0].value;
  expect(await targetOf()).toBe(DASHBOARD);
  expect((await save(pagesUrl)).items).toContainEqual(
    expect.objectContaining({ name: "pages_url", value: pagesUrl, source: "founder" }),
  );
  expect(await ask(DASHBOARD, "/mia")).toEqual({ status: 301, location: `${pagesUrl}/mia` });
  for (const host of [PROXY_HOST, `${PROXY_HOST.toUpperCase()}.`, `${PROXY_HOST}:443`]) {
    expect(await ask(host, "/mia")).toMatchObject({ status: 200 });
    for (const path of ["/dashboard", "/auth", "/api/v1/me", "/api/auth/get-session"])
      expect([host, path, (await ask(host, path)).status]).toEqual([host, path, 404]);
  }
  expect((await founder.api("GET", "/instance")).body.pages_url).toBe(pagesUrl);
  expect(await isAllowed(PROXY_HOST)).toBe(true);
  // Owners' records stay right.
  expect(await targetOf()).toBe(DASHBOARD);
  const own = { host: `x.${PROXY_HOST}`, profile_id: profileId };
  expect((await founder.api("POST", "/domains", own)).body.code).toBe("DOMAIN_IS_OURS");
  await save(null);
  expect(await ask(DASHBOARD, "/mia")).toMatchObject({ status: 200 });
  expect(await ask(PROXY_HOST, "/mia")).toMatchObject({ status: 421 });
});
