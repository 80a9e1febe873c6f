// @project server-postgres
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { signingProblems } from "#src/features/email/sending-accounts/dns/dns.ts";
import { requireMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { systemCtx } from "#src/platform/context.ts";
import type { TestApp } from "#test/harness/app.ts";
import { isInState } from "#test/harness/campaigns.ts";
import type { Client } from "#test/harness/client.ts";
import { startDns, type TestDns } from "#test/harness/dns.ts";
import { addActiveMailbox, signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const FOOTER = '<p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const SIGNED = { TXT: ["v=spf1 ~all"] };

let app: TestApp;
let dns: TestDns;
let web: Server;
let host: string;
const asked: (string | undefined)[] = [];
let owner: Client;
let mailbox: Awaited<ReturnType<typeof addActiveMailbox>>;

beforeAll(async () => {
  dns = await startDns();
  app = await startMailboxApp({ DNS_SERVERS: dns.address });
  web = createServer(({ url }, response) => {
    asked.push(url);
    if (url === "/huge.png") response.end(Buffer.alloc(1024 * 1024 + 1));
    else response.writeHead(url === "/ok" ? 200 : 404).end();
  });
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  host = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web?.close();
  await app?.close();
  dns?.close();
});
beforeEach(async () => {
  dns.names.clear();
  dns.addZone("mia.example", SIGNED);
  dns.names.set("_dmarc.mia.example", { TXT: ["v=DMARC1; p=none"] });
  // Longer than anything is remembered.
  app.clock.advance(11 * 60_000);
  owner = await signUpSender(app);
  mailbox = await addActiveMailbox(app, owner, { more: { postal_address: "Main Street 1, Town" } });
});

async function signUpFans(count: number) {
  const { id } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const form = { lead_capture_enabled: true, screensaver_enabled: true };
  await owner.api("PATCH", `/profiles/${id}`, { ...form, screensaver_link: "https://files.example/a.zip" });
  for (let at = 0; at < count; at++) {
    const lead = { p_profile_id: id, p_name: "Nora", p_email: `nora${at}@fans.example` };
    await app.visitor().api("POST", "/rpc/insert_fan_lead", lead);
  }
}

async function addCampaign(html = "<p>Hi</p>"): Promise<string> {
  const form = { name: "News", subject: "Hello", html: html + FOOTER, mailbox_id: mailbox.id };
  return (await owner.api("POST", "/campaigns", form)).body.id;
}

interface Problem {
  severity: string;
  where: string;
  message: string;
}

async function check(id: string, where: string): Promise<string[]> {
  const { problems } = (await owner.api("POST", `/campaigns/${id}/check`)).body as { problems: Problem[] };
  return problems.filter((problem) => problem.where === where).map(({ message }) => message);
}

it("5.2.5 says what recipients can’t open because of where the instance is", async () => {
  const id = await addCampaign();
  const words = `lead to ${app.platform.instance.publicUrl}, which opens only in your own network. The people who run this instance have to set PUBLIC_URL`;
  expect(await check(id, "instance")).toEqual([expect.stringContaining(words)]);
});

it("5.2.5 links and pictures that don’t open are found once for a while, and kept with what went out", async () => {
  await signUpFans(1);
  const long = "/gone?a=1&b=2".padEnd(100, "2");
  const id = await addCampaign(
    `<a href="${host}/ok">a</a><a href='${host}${long.replace("&", "&amp;")}'>b</a><img alt="" src="${host}/huge.png">`,
  );
  asked.length = 0;
  const found = await check(id, "links");
  expect(found).toEqual([
    expect.stringMatching(/\/gone\?a=1&b=2+…” doesn’t open/),
    expect.stringContaining("/huge.png” is a picture of more than 1 MB"),
  ]);
  expect(await check(id, "links")).toEqual(found);
  expect(asked.sort()).toEqual([long, "/huge.png", "/ok"]);
  await owner.api("POST", `/campaigns/${id}/send`);
  const get = async () => (await owner.api("GET", `/campaigns/${id}`)).body;
  await vi.waitUntil(() => isInState(app, id, "sent"), { timeout: 20_000 });
  const { problems } = (await get()).checked as { problems: Problem[] };
  expect(problems.filter(({ where }) => where === "links").map(({ message }) => message)).toEqual(found);
});

it("5.2.5 missing preview text is mentioned, whatever the campaign says", async () => {
  const id = await addCampaign();
  expect(await check(id, "preheader")).toEqual([expect.stringContaining("Without preview text")]);
  await owner.api("PATCH", `/campaigns/${id}`, { preheader: "Eleven songs" });
  expect(await check(id, "preheader")).toEqual([]);
  const form = { name: "News", subject: "Hello", mode: "html", html: `<p>Hi</p>${FOOTER}` };
  const template = (await owner.api("POST", "/templates", form)).body;
  expect((await owner.api("PATCH", `/campaigns/${id}`, { template_id: template.id })).status).toBe(200);
  expect(await check(id, "preheader")).toEqual([]);
  await owner.api("PATCH", `/campaigns/${id}`, { preheader: "" });
  expect(await check(id, "preheader")).toEqual([expect.stringContaining("Without preview text")]);
});

it("5.2.5 what was found isn’t kept once the campaign says something else", async () => {
  await signUpFans(1);
  const id = await addCampaign(`<a href="${host}/gone">b</a>`);
  const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const { checked } = (await owner.api("POST", `/campaigns/${id}/schedule`, { at })).body;
  expect(checked.problems.map(({ where }: Problem) => where)).toContain("links");
  expect((await owner.api("PATCH", `/campaigns/${id}`, { subject: "Else" })).body.checked).toBeNull();
});

it("5.2.5 an account opens so many links an hour, and is told once it’s more", async () => {
  const id = await addCampaign(`<a href="${host}/ok">a</a>`);
  expect(await check(id, "links")).toEqual([]);
  const limit = { name: "templates.links", attempts: 60, seconds: 3600 };
  for (let look = 1; look < limit.attempts; look++) await app.platform.limits.count(limit, owner.id);
  expect(await check(id, "links")).toEqual([]);
  app.clock.advance(11 * 60_000);
  expect(await check(id, "links")).toEqual([expect.stringContaining("Links weren’t opened")]);
});

it("5.2.5 the records of a sender’s domain are looked up for accounts without a key", async () => {
  const id = await addCampaign();
  expect(await check(id, "domain")).toEqual([]);
  dns.names.clear();
  dns.addZone("mia.example", { TXT: ["v=spf1 +all"] });
  app.clock.advance(11 * 60_000);
  expect(await check(id, "domain")).toEqual([
    expect.stringContaining("mia.example has no SPF record that works."),
    expect.stringContaining("mia.example has no DMARC record that works."),
  ]);
  dns.broken.add("mia.example");
  dns.broken.add("_dmarc.mia.example");
  app.clock.advance(11 * 60_000);
  expect(await check(id, "domain")).toEqual([]);
  dns.broken.clear();
});

it("5.2.5 a key whose record got lost stops what goes to 100 people or more", async () => {
  const seen = (state: object) =>
    app.platform.db.execute(sql`update mailboxes set dkim_domain = 'mia.example', dkim_key = 'sealed',
      dkim_found_at = null, dns_seen = ${JSON.stringify(state)}::jsonb where id = ${mailbox.id}`);
  const problems = async (recipients: number) => {
    const ctx = systemCtx(app.platform, { job: "test", account: owner.id });
    return signingProblems(await requireMailbox(ctx, mailbox.id), recipients);
  };
  await seen({ dkim: "lost", spf: "good", dmarc: "lost" });
  expect(await problems(99)).toMatchObject([
    { severity: "warning", message: expect.stringContaining("nothing is signed") },
    { severity: "warning", message: expect.stringContaining("DMARC") },
  ]);
  expect(await problems(100)).toMatchObject([{ severity: "stop" }, { severity: "warning" }]);
  await seen({ spf: "good" });
  expect(await problems(100)).toMatchObject([{ message: expect.stringContaining("isn’t signed yet") }]);
  expect(await check(await addCampaign(), "mailbox")).toEqual([expect.stringContaining("isn’t signed yet")]);
});

it("5.1.2 says how many days a campaign takes with its account", async () => {
  await signUpFans(3);
  const id = await addCampaign();
  expect(await check(id, "mailbox")).toEqual([]);
  const limits = { per_second: null, per_minute: null, per_hour: null, per_day: 2 };
  await owner.api("PATCH", `/mailboxes/${mailbox.id}`, { limits });
  expect(await check(id, "mailbox")).toEqual([
    "It takes about 2 days with this sending account, which may send 2 more today.",
  ]);
});

it("5.2.5 pictures that are heavy together are a warning, and only the account’s own count", async () => {
  const add = async (account: string) => {
    const picture = app.platform.newId();
    await app.platform.db.execute(sql`insert into media (id, user_id, content, content_type, width, height, created_at, used_at)
      values (${picture}, ${account}, decode(repeat('00', 600000), 'hex'), 'image/webp', 1, 1, now(), now())`);
    return `<img alt="" src="${app.url}/media/${picture}.webp">`;
  };
  const [one, two, foreign] = [await add(owner.id), await add(owner.id), await add("someone")];
  expect(await check(await addCampaign(one + one + foreign), "html")).toEqual([]);
  expect(await check(await addCampaign(one + two), "html")).toEqual([
    expect.stringContaining("The pictures add up to 1.1 MB"),
  ]);
});

it("5.2.3 a loop that only one fan’s data makes endless fails for them, and the campaign goes on", async () => {
  await signUpFans(3);
  const { db } = app.platform;
  await db.execute(sql`update contacts set tags = array(select 'tag' || n from generate_series(1, 400) n)
    where user_id = ${owner.id} and email = 'nora1@fans.example'`);
  const loop = (name: string, inside: string) => `{% for ${name} in contact.tags %}${inside}{% endfor %}`;
  const id = await addCampaign(`<p>Hi ${loop("a", loop("b", loop("c", "")))}</p>`);
  expect(await check(id, "html")).toEqual([]);
  await owner.api("POST", `/campaigns/${id}/send`);
  const get = async () => (await owner.api("GET", `/campaigns/${id}`)).body;
  await vi.waitUntil(() => isInState(app, id, "sent"), { timeout: 20_000 });
  expect((await get()).figures).toMatchObject({ sent: 2, failed: 1 });
  const { items } = (await owner.api("GET", `/campaigns/${id}/deliveries?status=failed`)).body;
  expect(items).toMatchObject([
    { email: "nora1@fans.example", outcome: expect.stringContaining("This takes too long to put together.") },
  ]);
});
