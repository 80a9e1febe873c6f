// @project server-postgres
import { sql } from "drizzle-orm";
import { unzipSync, zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { EXPORT_DAYS } from "./rules.ts";

let app: TestApp;
let owner: Client;
let page: { id: string; username: string };

beforeAll(async () => {
  app = await startApp();
  await app.signUp();
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

const pixel = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();

async function fanOf(profileId: string, name: string): Promise<void> {
  const lead = { p_profile_id: profileId, p_name: name, p_email: `${name}@fans.example`.toLowerCase() };
  expect((await app.visitor().api("POST", "/rpc/insert_fan_lead", lead)).status).toBe(200);
}

beforeEach(async () => {
  owner = await app.signUp();
  const upload = new FormData();
  upload.set("file", new File([await pixel()], "me.png", { type: "image/png" }));
  const picture = (await owner.api("POST", "/media", upload)).body.url;
  page = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  await owner.api("PATCH", `/profiles/${page.id}`, {
    profile_picture_url: picture,
    public_notes: "Söngs, =mostly",
    lead_capture_enabled: true,
    collect_without_download: true,
  });
  for (const title of ["First", "Second", "Gone"]) {
    const link = { title, url: `https://${title.toLowerCase()}.example` };
    const { id } = (await owner.api("POST", `/profiles/${page.id}/links`, link)).body;
    if (title === "Gone") await owner.api("DELETE", `/links/${id}`);
  }
  await fanOf(page.id, "Quuxfan");
});

/** Answers may be files. */
const get = (who: Client, path: string) => fetch(who.url + path, { headers: { cookie: who.cookie } });

async function download(who = owner): Promise<Uint8Array> {
  const { body } = await who.api("POST", "/me/export");
  const answer = await get(who, body.url);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  return new Uint8Array(await answer.arrayBuffer());
}

async function bring(zip: Uint8Array, who: Client) {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(zip)], "export.zip"));
  return who.api("POST", "/me/import", form);
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const NAMES = [
  ...[
    "ab-assignments",
    "ab-tests",
    "ab-versions",
    "grants",
    "help-messages",
    "help-requests",
    "legal-consents",
  ],
  ...[
    "alert-settings",
    "analytics-goals",
    "analytics-notes",
    "report-settings",
    "stat-shares",
    "traffic-alerts",
  ],
  ...[
    "activity",
    "api-keys",
    "campaign-clicks",
    "campaign-recipients",
    "campaign-returns",
    "campaign-series",
  ],
  ...["campaign-settings", "campaigns", "clicks", "consents", "contact-merges", "contact-tasks"],
  ...[
    "contact-timeline",
    "contacts",
    "devices",
    "dmarc-reports",
    "seed-results",
    "seed-tests",
    "seed-addresses",
    "dmarc-sources",
    "domains",
    "first-campaign",
    "imports",
    "inboxes",
    "incoming-webhook-calls",
    "incoming-webhooks",
  ],
  ...["invitations", "lead-settings", "leads", "links", "mail-limits", "mail-sender"],
  ...["notification-preferences", "notifications", "old-usernames", "orders", "passkeys"],
  "page-versions",
  "pictures",
  ...["privacy-requests", "profiles", "referral-codes", "referral-rewards", "referrals"],
  ...["rule-runs", "rule-versions", "rules"],
  ...[
    "segment-members",
    "segments",
    "sending-accounts",
    "sending-stops",
    "sequence-enrollments",
    "sequence-steps",
    "sequence-versions",
    "sequences",
    "settings",
    "snippets",
    "subscription",
    "suppressions",
  ],
  ...[
    "table-views",
    "team",
    "template-versions",
    "templates",
    "themes",
    "traffic",
    "transactional-mails",
    "utm-templates",
    "views",
  ],
  ...["webhook-deliveries", "webhooks"],
];

describe("an export", () => {
  it("has everything in the account, as JSON, as CSV, and as pictures", async () => {
    const files = unzipSync(await download());
    expect(
      Object.keys(files)
        .filter((name) => !name.startsWith("pictures/"))
        .sort(),
    ).toEqual(
      ["README.txt", "account.json", ...NAMES.flatMap((name) => [`${name}.csv`, `${name}.json`])].sort(),
    );
    expect(JSON.parse(text(files["account.json"]))).toMatchObject({ format: 1, email: owner.email });
    expect(JSON.parse(text(files["profiles.json"]))).toMatchObject([
      { id: page.id, username: page.username, public_notes: "Söngs, =mostly" },
    ]);
    expect(JSON.parse(text(files["leads.json"]))).toMatchObject([{ email: "quuxfan@fans.example" }]);
    expect(text(files["links.csv"]).split("\r\n")).toHaveLength(5);
    const pictures = Object.keys(files).filter((name) => name.startsWith("pictures/"));
    expect(pictures).toHaveLength(1);
    expect((await sharp(files[pictures[0] ?? ""]).metadata()).format).toBe("webp");
  });

  it("says that staff did something, but not who", async () => {
    const actor = { type: "staff", id: "who-it-was", role: "support" };
    await app.platform.db.execute(
      sql`insert into events (id, account, name, actor, subject, time, payload) values
        (${app.platform.newId()}, ${owner.id}, 'profile.deleted', ${JSON.stringify(actor)}::jsonb, 'x', now(), '{}')`,
    );
    const activity = JSON.parse(text(unzipSync(await download())["activity.json"]));
    const actors = activity.map((entry: { actor: object }) => entry.actor);
    expect(actors).toContainEqual({ type: "staff" });
    expect(actors).toContainEqual(expect.objectContaining({ type: "person", id: owner.id }));
  });

  it("is announced, and its link is e-mailed", async () => {
    await download();
    expect((await eventsOf(app, owner.id)).map(({ name }) => name)).toContain("account.exported");
    const { text: mail } = await app.mailTo(owner.email, /data is ready/);
    const link = /\/api\/v1\/me\/export\/[\w-]+/.exec(mail)?.[0] ?? "";
    expect((await get(owner, link)).status).toBe(200);
  });

  it("can be downloaded for 7 days, by nobody else, and by no other link", async () => {
    const { url } = (await owner.api("POST", "/me/export")).body;
    const other = await app.signUp();
    expect((await get(other, url)).status).toBe(410);
    expect((await get(app.visitor(), url)).status).toBe(401);
    const forged = url.replace(/.(?=.{20}$)/, (letter: string) => (letter === "A" ? "B" : "A"));
    expect((await get(owner, forged)).status).toBe(410);
    expect((await get(owner, "/api/v1/me/export/%00")).status).toBe(410);
    app.clock.advance(EXPORT_DAYS * DAY_MS - 60_000);
    expect((await get(owner, url)).status).toBe(200);
    app.clock.advance(61_000);
    expect((await owner.api("GET", url.slice("/api/v1".length))).body).toMatchObject({
      code: "EXPORT_EXPIRED",
    });
  });

  it("takes a recent sign-in", async () => {
    app.clock.advance(DAY_MS / 2);
    expect((await owner.api("POST", "/me/export")).body).toMatchObject({ code: "REAUTHENTICATION_REQUIRED" });
  });
});

describe("an import", () => {
  it("brings profiles, links, pictures and leads to another account, and adds nothing the second time", async () => {
    const zip = await download();
    const other = await app.signUp();
    const added = { profiles: 1, links: 2, leads: 1, problems: [] };
    expect((await bring(zip, other)).body).toMatchObject(added);
    const [copy] = (await other.api("GET", "/profiles")).body.items;
    expect(copy).toMatchObject({ name: "Mia", public_notes: "Söngs, =mostly", lead_capture_enabled: true });
    expect(copy.username).not.toBe(page.username);
    expect((await get(app.visitor(), copy.profile_picture_url)).status).toBe(200);
    const links = (await other.api("GET", `/profiles/${copy.id}/links`)).body.items;
    expect(links.map(({ title }: { title: string }) => title)).toEqual(["First", "Second"]);
    expect((await other.api("GET", "/contacts")).body.items).toMatchObject([{ name: "Quuxfan" }]);

    await other.api("PATCH", `/profiles/${copy.id}`, { public_notes: "Edited" });
    await other.api("DELETE", `/links/${links[0].id}`);
    expect((await bring(zip, other)).body).toMatchObject({
      profiles: 0,
      links: 0,
      leads: 0,
      problems: ["First: You’ve deleted this since an earlier import."],
    });
    expect((await other.api("GET", `/profiles/${copy.id}`)).body.public_notes).toBe("Edited");
    expect((await other.api("GET", "/contacts")).body.items).toHaveLength(1);
  });

  it("turns on no draft and no page that was off", async () => {
    const from = await app.signUp();
    const { id } = (await from.api("POST", "/profiles", { name: "Launch" })).body;
    await from.api("POST", `/profiles/${id}/draft`);
    const other = await app.signUp();
    expect((await bring(await download(from), other)).body).toMatchObject({ profiles: 2, problems: [] });
    const { items } = (await other.api("GET", "/profiles")).body;
    const states = items.map(({ status, draft_of }: { status: string; draft_of: null }) => [
      status,
      draft_of,
    ]);
    expect(states.sort()).toEqual([
      ["active", null],
      ["inactive", null],
    ]);
  });

  it("says what doesn't fit, and brings the rest", async () => {
    const files = unzipSync(await download());
    const [link] = JSON.parse(text(files["links.json"]));
    const many = Array.from({ length: 6 }, (_, n) => ({
      ...link,
      id: crypto.randomUUID(),
      title: `Link ${n}`,
      position: n,
      url: n === 0 ? "javascript:alert(1)" : link.url,
    }));
    const changed = { ...files, "links.json": new TextEncoder().encode(JSON.stringify(many)) };
    const other = await app.signUp();
    const { body } = await bring(zipSync(changed), other);
    expect(body).toMatchObject({ profiles: 1, links: 5, leads: 1 });
    expect(body.problems).toHaveLength(1);
    expect(body.problems[0]).toContain("Link 0: ");
  });

  it("keeps a picture once, however many links show it, and none for links beyond the limit", async () => {
    const files = unzipSync(await download());
    const [link] = JSON.parse(text(files["links.json"]));
    const [profile] = JSON.parse(text(files["profiles.json"]));
    const icon = profile.profile_picture_url;
    const many = Array.from({ length: 40 }, (_, n) => ({
      ...link,
      id: crypto.randomUUID(),
      title: `Link ${n}`,
      position: n,
      icon,
    }));
    const changed = { ...files, "links.json": new TextEncoder().encode(JSON.stringify(many)) };
    const other = await app.signUp();
    const { body } = await bring(zipSync(changed), other);
    expect(body).toMatchObject({ profiles: 1, links: 5 });
    expect(body.problems).toEqual([expect.stringMatching(/^Link 5: /)]);
    const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
      app.platform.db,
      sql`select count(*)::int as count from media where user_id = ${other.id}`,
    );
    expect(count).toBe(1);
  });

  it("gets no more profiles and links than the account may have, while others add some at the same time", async () => {
    const files = unzipSync(await download());
    const [profile] = JSON.parse(text(files["profiles.json"]));
    const [link] = JSON.parse(text(files["links.json"]));
    const zipOf = (profiles: object[], links: object[]) => {
      const bytesOf = (rows: object[]) => new TextEncoder().encode(JSON.stringify(rows));
      return zipSync({ ...files, "profiles.json": bytesOf(profiles), "links.json": bytesOf(links) });
    };
    const copies = (row: object, count: number) =>
      Array.from({ length: count }, () => ({ ...row, id: crypto.randomUUID() }));
    const other = await app.signUp();
    await bring(zipOf([profile], []), other);
    const [{ id }] = (await other.api("GET", "/profiles")).body.items;
    const added = { title: "Added", url: "https://added.example" };
    const [brought] = await Promise.all([
      bring(zipOf([profile, ...copies(profile, 7)], copies(link, 4)), other),
      ...Array.from({ length: 4 }, () => other.api("POST", `/profiles/${id}/links`, added)),
      ...Array.from({ length: 7 }, () => other.api("POST", "/profiles", { name: "Added" })),
    ]);
    expect(brought.status).toBe(200);
    const { profiles } = (await other.api("GET", "/allowances")).body;
    expect(profiles).toMatchObject({ used: 10, limit: 10 });
    expect((await other.api("GET", `/profiles/${id}/links`)).body.items).toHaveLength(5);
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["something else", new TextEncoder().encode("PK not really")],
    ["a damaged one", zipSync({ "account.json": new Uint8Array(1000) }).fill(7, 40, 60)],
    ["another archive", zipSync({ "photo.txt": new Uint8Array(10) })],
    ["a later format", zipSync({ "account.json": new TextEncoder().encode('{"format":2}') })],
  ])("refuses %s", async (_, zip) => {
    expect((await bring(zip, owner)).body).toMatchObject({ code: "EXPORT_UNREADABLE" });
  });

  it("takes several profiles under an Idempotency-Key, and texts that no database stores", async () => {
    await owner.api("POST", "/profiles", { name: "Second page" });
    const files = unzipSync(await download());
    const [lead] = JSON.parse(text(files["leads.json"]));
    const odd = [
      { ...lead, consent_text: "a\0b", referrer_host: "\ud800" },
      { ...lead, id: crypto.randomUUID(), email: "b@fans.example", created_at: "0000-01-01T00:00:00Z" },
    ];
    const zip = zipSync({ ...files, "leads.json": new TextEncoder().encode(JSON.stringify(odd)) });
    const form = new FormData();
    form.set("file", new File([new Uint8Array(zip)], "export.zip"));
    const other = await app.signUp();
    const { body } = await other.call("POST", "/api/v1/me/import", form, { "idempotency-key": "once" });
    expect(body).toMatchObject({ profiles: 2, links: 2, leads: 1, problems: [] });
  });

  it("leaves out rows that make no sense", async () => {
    const files = unzipSync(await download());
    const strange = [null, 7, {}, { id: "x" }, { id: crypto.randomUUID(), name: 5 }];
    const bytes = new TextEncoder().encode(JSON.stringify(strange));
    const zip = zipSync({ ...files, "profiles.json": bytes, "links.json": bytes, "leads.json": bytes });
    expect((await bring(zip, owner)).body).toMatchObject({ profiles: 0, links: 0, leads: 0, problems: [] });
  });
});
