// @project server-postgres
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { domainsChanged } from "#src/features/pages/domains/signals.ts";
import type { TestApp } from "#test/harness/app.ts";
import { type Sender, startSender } from "#test/harness/campaigns.ts";
import { signUpSender, startMailboxApp } from "#test/harness/mailbox.ts";

const HTML = `<p>Hi {{ contact.first_name | default: "friend" }}, {{ contact.email }}</p><p><a href="https://shop.example/a?b=1&amp;c=2">Shop</a>
<a href="{{ view_in_browser_url }}">Look</a></p><p>{{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`;

let app: TestApp;
let sender: Sender;
let profile: { id: string; username: string };

beforeAll(async () => {
  app = await startMailboxApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  sender = await startSender(app);
  profile = (
    await sender.owner.api("POST", "/profiles", { name: `Mia ${crypto.randomUUID().slice(0, 8)} & <co>` })
  ).body;
});

const archive = (id: string, profile_id: string | null, by = sender.owner) =>
  by.api("PUT", `/campaigns/${id}/archive`, { profile_id });
const look = (path = "") => app.visitor().call("GET", `/${profile.username}/emails${path}`);

let fans = 0;

async function sendOne(more: object = {}): Promise<string> {
  await sender.addFans({ [`nora${++fans}`]: {} });
  const id = await sender.add({
    html: HTML,
    subject: `News for {{ contact.first_name | default: "a & b" }}`,
    ...more,
  });
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  return id;
}

it("5.2.9 a sent campaign is on its profile’s page only once its owner says so, and gone as soon as not", async () => {
  const id = await sendOne();
  for (const path of ["", "/rss.xml", `/${id}`]) expect((await look(path)).status).toBe(404);
  expect((await archive(id, profile.id)).body.archive_profile_id).toBe(profile.id);
  const list = await look();
  expect([list.status, list.headers.get("x-robots-tag"), list.headers.get("cache-control")]).toEqual([
    ...[200, "noindex", "no-cache"],
  ]);
  expect(list.body).toContain(`href="${app.url}/${profile.username}/emails/${id}">News for a &amp; b</a>`);
  const page = await look(`/${id}`);
  expect(page.headers.get("content-security-policy")).toContain("sandbox");
  const text = page.body;
  expect(text).toContain("Hi friend, ");
  expect(text).toContain('href="https://shop.example/a?b=1&amp;c=2"');
  expect(text).toContain(`href="${app.url}/${profile.username}/emails/${id}">Look`);
  expect(text).toContain("<title>News for a &amp; b</title>");
  for (const kept of ["nora", "/m/", "/u/", "Main Street", "link.invalid", 'href=""'])
    expect([kept, text.includes(kept)]).toEqual([kept, false]);
  const again = { "if-none-match": page.headers.get("etag") ?? "" };
  const path = `/${profile.username}/emails/${id}`;
  expect((await app.visitor().call("GET", path, undefined, again)).status).toBe(304);
  await archive(id, null);
  for (const path of ["", "/rss.xml", `/${id}`]) expect((await look(path)).status).toBe(404);
  await archive(id, profile.id);
  await sender.owner.api("DELETE", `/campaigns/${id}`);
  for (const path of ["", "/rss.xml", `/${id}`]) expect((await look(path)).status).toBe(404);
});

it("5.2.9 the feed is RSS with absolute URLs, whatever the words", async () => {
  const id = await sendOne({ subject: "“<b>” & \u{1f389}" });
  await archive(id, profile.id);
  const feed = await look("/rss.xml");
  expect(feed.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  const text = feed.body;
  expect(text).toMatch(/<title>E-mails from Mia \w+ &amp; &lt;co&gt;<\/title>/);
  expect(text).toContain("<title>“&lt;b&gt;” &amp; \u{1f389}</title>");
  expect(text).toContain(`<link>${app.url}/${profile.username}/emails/${id}</link>`);
  expect(text).toContain(`<guid isPermaLink="false">urn:uuid:${id}</guid>`);
});

it("5.2.9 nothing shows before it’s sent, on a hidden page, or at another profile, and an old name leads on", async () => {
  const draft = await sender.add();
  expect((await archive(draft, profile.id)).status).toBe(200);
  expect((await look()).status).toBe(404);
  const id = await sendOne();
  await archive(id, profile.id);
  const other = (await sender.owner.api("POST", "/profiles", { name: "Other" })).body;
  expect((await app.visitor().call("GET", `/${other.username}/emails/${id}`)).status).toBe(404);
  expect((await look("/not-an-id")).status).toBe(404);
  // The dashboard's paths stay its own.
  const inDashboard = async (path: string) => (await app.visitor().call("GET", `/dashboard/${path}`)).status;
  expect(await inDashboard("emails")).toBe(await inDashboard("links"));
  const username = `new${crypto.randomUUID().slice(0, 8)}`;
  await sender.owner.api("PATCH", `/profiles/${profile.id}`, { username });
  const moved = await look("/rss.xml");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, `/${username}/emails/rss.xml`]);
  await sender.owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
  expect((await app.visitor().call("GET", `/${username}/emails`)).status).toBe(404);
});

it("5.2.9 what can’t be written for nobody in particular hides its own e-mail, and nothing else", async () => {
  const loop = "{% for i in (1..999) %}{% for j in (1..999) %}{% for k in (1..999) %}{% assign x = k %}";
  const ends = "{% endfor %}{% endfor %}{% endfor %}";
  for (const subject of [`{% if sender.postal_address == "" %}${loop}${ends}{% endif %}Hi`, "Tour dates"])
    await archive(await sendOne({ subject }), profile.id);
  const slow = await sendOne({
    html: `${HTML}{% if sender.postal_address == "" %}${loop}${ends}{% endif %}`,
  });
  await archive(slow, profile.id);
  for (let time = 0; time < 2; time++) expect((await look(`/${slow}`)).status).toBe(404);
  await archive(slow, null);
  await sender.owner.api("PATCH", `/profiles/${profile.id}`, { past_emails: 5 });
  const { status, body } = await look();
  expect([status, body.match(/emails\/[\w-]{36}"/g)?.length, body.includes("Tour dates")]).toEqual([
    200,
    1,
    true,
  ]);
  const page = await app.visitor().call("GET", `/${profile.username}`);
  expect([page.status, page.body.includes("Tour dates")]).toEqual([200, true]);
});

it("nobody shows a campaign of theirs on a page that isn’t, or a campaign that isn’t theirs", async () => {
  const id = await sender.add();
  const stranger = await signUpSender(app);
  const theirs = (await stranger.api("POST", "/profiles", { name: "Theirs" })).body.id;
  expect((await archive(id, theirs)).body.code).toBe("PROFILE_NOT_FOUND");
  expect((await archive(id, theirs, stranger)).body.code).toBe("CAMPAIGN_NOT_FOUND");
});

it("5.2.9 a page lists its newest past e-mails if its owner wants that, as soon as they’re there and no longer", async () => {
  const page = async () => (await app.visitor().call("GET", `/${profile.username}`)).body as string;
  const want = (past_emails: unknown) =>
    sender.owner.api("PATCH", `/profiles/${profile.id}`, { past_emails });
  const id = await sendOne();
  await archive(id, profile.id);
  expect(await page()).not.toContain("Past e-mails");
  for (const odd of [0, 11, 1.5, "3"]) expect((await want(odd)).status).toBe(400);
  expect((await want(1)).body.past_emails).toBe(1);
  const listed = await page();
  expect(listed).toContain(
    `href="${app.url}/${profile.username}/emails/${id}"><span dir="auto">News for a &amp; b<`,
  );
  expect(listed).toContain(`href="${app.url}/${profile.username}/emails" lang="en">All past e-mails`);

  const newer = await sendOne({ subject: "<b>Newer</b>" });
  await archive(newer, profile.id);
  expect(await page()).toContain("&lt;b&gt;Newer&lt;/b&gt;");
  expect(await page()).not.toContain("News for a &amp; b");
  const shown = (await sender.owner.api("GET", `/profiles/${profile.id}/past-emails`)).body;
  expect(shown.emails.map(({ subject }: { subject: string }) => subject)).toEqual([
    "<b>Newer</b>",
    "News for a & b",
  ]);
  await sender.owner.api("DELETE", `/campaigns/${newer}`);
  expect(await page()).toContain("News for a &amp; b");
  await archive(id, null);
  expect(await page()).not.toContain("Past e-mails");
  const stranger = await app.signUp();
  expect((await stranger.api("GET", `/profiles/${profile.id}/past-emails`)).body.code).toBe(
    "PROFILE_NOT_FOUND",
  );
});

it("5.2.9 the page joins in when a campaign starts that was to be archived", async () => {
  await sender.owner.api("PATCH", `/profiles/${profile.id}`, { past_emails: 3 });
  await sender.addFans({ nora: {} });
  const id = await sender.add({ html: HTML, subject: "Soon" });
  await archive(id, profile.id);
  const page = async () => (await app.visitor().call("GET", `/${profile.username}`)).body as string;
  expect(await page()).not.toContain("Past e-mails");
  await sender.act(id, "send");
  await sender.reaches(id, "sent");
  expect(await page()).toContain(">Soon<");
});

/** What a host of the instance answers. */
function ask(app: TestApp, host: string, path: string) {
  return new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const to = { host: "127.0.0.1", port: new URL(app.url).port, path };
    const headers = { host, "x-forwarded-proto": "https" };
    const sent = request({ ...to, headers }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, text });
    });
    sent.on("error", reject).end();
  });
}

it("5.2.9 the archive is at the host of pages and at a page’s own, and says which one is right", async () => {
  const app = await startMailboxApp({
    PUBLIC_URL: "https://fans.example",
    PAGES_URL: "https://pages.example",
  });
  try {
    const sender = await startSender(app);
    const { id: profile_id, username } = (await sender.owner.api("POST", "/profiles", { name: "Mia" })).body;
    await sender.addFans({ nora: {} });
    const id = await sender.add({ html: HTML, subject: "News" });
    await sender.owner.api("PUT", `/campaigns/${id}/archive`, { profile_id });
    await sender.act(id, "send");
    await sender.reaches(id, "sent");
    const list = `/${username}/emails`;
    const everywhere = async (host: string) => {
      expect((await ask(app, host, list)).text).toContain(`href="https://${host}${list}/${id}"`);
      expect((await ask(app, host, `${list}/rss.xml`)).text).toContain(
        `<link>https://${host}${list}/${id}</link>`,
      );
      const email = (await ask(app, host, `${list}/${id}`)).text;
      expect(email).toContain(`<link rel="canonical" href="https://${host}${list}/${id}">`);
    };
    await everywhere("pages.example");
    const away = await ask(app, "fans.example", `${list}/${id}`);
    expect([away.status, away.location]).toEqual([301, `https://pages.example${list}/${id}`]);

    await app.platform.db.execute(
      sql`insert into domains (id, account, profile_id, host, zone, token, state, verified_at, created_at)
          values (${app.platform.newId()}, ${sender.owner.id}, ${profile_id}, 'mia.example', 'mia.example', '', 'active', now(), now())`,
    );
    await app.platform.db.execute(
      sql`update client_profiles set domain = 'mia.example' where id = ${profile_id}`,
    );
    await app.platform.invalidate(domainsChanged, { profile_id });
    await everywhere("mia.example");
    await sender.owner.api("PATCH", `/profiles/${profile_id}`, { past_emails: 3 });
    expect((await ask(app, "mia.example", "/")).text).toContain(`href="https://mia.example${list}/${id}"`);
  } finally {
    await app.close();
  }
});
