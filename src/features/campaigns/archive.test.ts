import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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

async function sendOne(more: object = {}): Promise<string> {
  await sender.addFans({ nora: {} });
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

it("nobody shows a campaign of theirs on a page that isn’t, or a campaign that isn’t theirs", async () => {
  const id = await sender.add();
  const stranger = await signUpSender(app);
  const theirs = (await stranger.api("POST", "/profiles", { name: "Theirs" })).body.id;
  expect((await archive(id, theirs)).body.code).toBe("PROFILE_NOT_FOUND");
  expect((await archive(id, theirs, stranger)).body.code).toBe("CAMPAIGN_NOT_FOUND");
});
