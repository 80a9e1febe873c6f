// @project server-postgres
import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { unzipSync, zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { importContacts } from "#src/features/audience/contacts/import/import.ts";
import { eraseDueAccounts } from "#src/features/reach/account-data/account-data.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { type AccountTable, accountParts } from "#src/platform/account-data-registry.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { DIFFERENT } from "#test/harness/restored-columns.ts";
import { WEBM } from "#test/harness/videos.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
  owner = await app.signUp({ name: "Zoe", email: "zoe@round.example" });
  await fill(owner);
});
afterAll(() => app?.close());

// biome-ignore lint/suspicious/noExplicitAny: what the API answers is checked by its own tests
type Answer = any;

async function ok(answer: Promise<{ status: number; body: Answer }>) {
  const { status, body } = await answer;
  expect([status < 300, body]).toEqual([true, body]);
  return body;
}

const picture = async (color: string) =>
  sharp({ create: { width: 12, height: 12, channels: 3, background: color } })
    .png()
    .toBuffer();

async function uploaded(who: Client, path: string, name: string, content: Uint8Array | Buffer) {
  const form = new FormData();
  form.set("file", new File([content as BlobPart], name));
  return ok(who.api("POST", path, form));
}

/** Something in every table whose rows are restored. */
async function fill(who: Client): Promise<void> {
  await ok(who.api("PATCH", "/me", { time_zone: "Europe/Berlin", region: "DE", language: "es" }));
  const avatar = (await uploaded(who, "/media", "me.png", await picture("red"))).url;
  const page = await ok(who.api("POST", "/profiles", { name: "Zoe", notes: "mine" }));
  const background_video_url = (await uploaded(who, "/media/videos", "loop.webm", WEBM)).url;
  const form = {
    lead_capture_enabled: true,
    collect_without_download: true,
    profile_picture_url: avatar,
    background_video_url,
  };
  await ok(who.api("PATCH", `/profiles/${page.id}`, form));
  const hours = [{ days: [1, 5], from: "09:00", until: "17:00" }];
  await ok(
    who.api("POST", `/profiles/${page.id}/links`, {
      title: "Shop",
      url: "https://shop.example",
      schedule: { from: "2026-01-01T00:00:00Z", time_zone: "Europe/Berlin", windows: hours },
      expires_at: "2099-01-01T00:00:00Z",
      expires_clicks: 100,
      expired_url: "https://else.example",
      audience: { blocked_devices: ["tablet"] },
      notes: "Ask Zoe first",
      short_name: "zoes-shop",
      tags: ["VIP", "two words"],
      folder: "Shop",
    }),
  );
  await ok(who.api("PUT", `/utm-templates/${randomUUID()}`, { name: "Story", utm_source: "instagram" }));
  const block = (fields: object) => ok(who.api("POST", `/profiles/${page.id}/links`, fields));
  const group = await block({ kind: "group", title: "Music", content: { is_open: true } });
  await block({ kind: "text", content: { text: "Hi **all**" }, parent_id: group.id });
  await block({ kind: "gallery", content: { pictures: [{ url: avatar, alt: "Me" }] } });
  await fillLeads(who, page.id);
  await fillMail(who, page.id);
  await ok(who.api("PATCH", "/me/notification-preferences", { topic: "fans", email: false }));
  const views = { current: { columns: ["name", "email"] }, saved: [] };
  await ok(who.api("PUT", "/me/table-views/leads", { views }));
  await ok(who.api("PUT", "/me/reports", { cadence: "weekly", zone: "America/New_York" }));
  await ok(who.api("PUT", "/analytics/alerts", { is_on: false }));
  await ok(who.api("POST", "/analytics/notes", { profile_id: page.id, text: "Posted", day: "2026-01-01" }));
  const span = { first_day: "2026-01-01", last_day: "2026-01-31", zone: "UTC" };
  await ok(who.api("POST", "/analytics/goals", { profile_id: null, metric: "clicks", target: 500, ...span }));
}

interface Segmented {
  profile: string;
  stage: string;
  contact: string;
}

async function fillSegments(who: Client, { profile, stage, contact }: Segmented): Promise<void> {
  const picked = await ok(who.api("POST", "/segments", { name: "Picked", kind: "static" }));
  await ok(who.api("POST", `/segments/${picked.id}/members`, { selection: { ids: [contact] } }));
  const condition = {
    any: [
      { attribute: "page", operator: "equals", value: profile },
      { attribute: "stage", operator: "equals", value: stage },
      { none: [{ segment_id: picked.id }, { event: "clicked", profile_id: profile, days: 30 }] },
    ],
  };
  const fans = await ok(who.api("POST", "/segments", { name: "Fans", condition }));
  await ok(who.api("POST", `/segments/${fans.id}/snapshot`, { name: "Fans then" }));
}

async function fillLeads(who: Client, profile: string): Promise<void> {
  const fields = [{ key: "city", label: "City", type: "text", choices: [] }];
  await ok(who.api("PUT", "/contact-settings/fields", { fields }));
  await ok(who.api("PUT", "/contact-settings/topics", { topics: [{ key: "shows", name: "Shows" }] }));
  const stage = { id: randomUUID(), name: "Talking", color: "blue" };
  await ok(who.api("PUT", "/pipeline", { stages: [stage], currency: "EUR" }));
  const fan = { p_profile_id: profile, p_name: "Fan", p_email: "fan@round.example" };
  await ok(app.visitor().api("POST", "/rpc/insert_fan_lead", fan));
  const hand = { email: "hand@round.example", name: "By hand", tags: ["VIP"], fields: { city: "Köln" } };
  const added = await ok(who.api("POST", "/contacts", hand));
  await ok(who.api("POST", `/contacts/${added.id}/notes`, { text: "Likes tea" }));
  await ok(who.api("PUT", `/contacts/${added.id}/pipeline`, { stage_id: stage.id, value_cents: 4200 }));
  const due_at = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  await ok(who.api("POST", `/contacts/${added.id}/tasks`, { title: "Call", due_at }));
  await fillSegments(who, { profile, stage: stage.id, contact: added.id });
  for (const [email, reason] of [
    ["left@round.example", "unsubscribe"],
    ["bounced@round.example", "hard_bounce"],
    ["complained@round.example", "complaint"],
  ] as const) {
    await ok(who.api("POST", "/contacts", { email }));
    await suppress(app.platform, { account: who.id, email, reason });
  }
  await suppress(app.platform, { account: who.id, email: "nobody@round.example", reason: "unsubscribe" });
  await suppress(app.platform, { account: who.id, email: "erased@round.example", reason: "erased" });
  const topical = { email: "hand@round.example", reason: "unsubscribe", scope: "shows" } as const;
  await suppress(app.platform, { account: who.id, ...topical });
  const [mine] = await rowsOf<{ id: string }>(
    app.platform.db,
    sql`select id from contacts where user_id = ${who.id} and email = 'fan@round.example'`,
  );
  const order = { id: "A-1", email: "fan@round.example", amount: 900, currency: "EUR" };
  await ok(who.api("POST", "/orders", order));
  expect(mine).toBeDefined();
}

async function fillMail(who: Client, profile: string): Promise<void> {
  await ok(who.api("PUT", "/sender", { name: "Zoe", postal_address: "Main Street 1, Town" }));
  const { url } = await uploaded(who, "/templates/pictures", "red.png", await picture("blue"));
  const file = await uploaded(who, "/templates/files", "list.csv", Buffer.from("a,b\r\n"));
  const blocks = [
    { id: "a", type: "picture", picture: url, alt: "Blue", url: "" },
    { id: "b", type: "links", profile_id: profile, most: 3 },
  ];
  const attachments = [{ id: file.id }];
  const template = await ok(
    who.api("POST", "/templates", { name: "News", subject: "Hi", blocks, attachments, folder: "A" }),
  );
  await ok(who.api("POST", "/snippets", { name: "Bye", blocks: [{ id: "x", type: "divider" }] }));
  await ok(who.api("POST", "/themes", { name: "Ours", theme: { theme_color: "#123456", font: "lora" } }));
  const audience = { tags: ["VIP"], profile_ids: [profile] };
  const campaign = await ok(
    who.api("POST", "/campaigns", { name: "Draft", template_id: template.id, audience }),
  );
  await fillTests(who, { campaign_id: campaign.id, template_id: template.id, blocks });
  const written = { subject: "Hi", preheader: "There", blocks, attachments };
  await ok(who.api("POST", "/campaigns", { name: "Written", ...written, audience }));
  const steps = [
    { id: "a", type: "send", mail: { subject: "Hi", blocks, attachments } },
    { id: "b", type: "branch", condition: null, yes: [{ id: "c", type: "webhook" }], no: [] },
  ];
  const draft = { triggers: [{ type: "lead", profile_ids: [profile] }], steps };
  await ok(who.api("POST", "/sequences", { name: "Welcome", draft }));
  const actions = [
    { id: "a", type: "send", mail: { subject: "Hi", blocks, attachments } },
    { id: "b", type: "notify", text: "New fan" },
  ];
  const rule = { triggers: [{ type: "lead", profile_ids: [profile] }], actions };
  await ok(who.api("POST", "/rules", { name: "Greet", draft: rule }));
  await ok(who.api("PUT", "/sending/rules", { approval_above: 100, late_minutes: 60 }));
  await ok(who.api("PUT", "/sending/cap", { per_day: 1, per_week: 3 }));
}

/** A test that hasn't started, and one that's over, whose campaign is gone. */
async function fillTests(
  who: Client,
  { campaign_id, template_id, blocks }: { campaign_id: string; template_id: string; blocks: object[] },
): Promise<void> {
  const versions = [{}, { blocks }, { template_id }, { subject: "Hello", delay_minutes: 60 }];
  await ok(who.api("POST", "/experiments", { campaign_id, versions }));
  const counts = { assigned: 9, sent: 9, waiting: 0, complained: 0, unsubscribed: 0, ordered: 0 };
  const rate = { low: 0, high: 1 };
  const result = {
    versions: [0, 8].map((responded) => ({ ...counts, responded, rate })),
    ...{ leader: 1, winner: 1, leads: [], split_probability: 1 },
    effect: { held_out: 9, held_out_ordered: 1, mailed: 18, mailed_ordered: 2, interval: null },
  };
  const id = app.platform.newId();
  await app.platform.db.execute(sql`insert into ab_tests (user_id, id, name, state, metric, sample_kind, sample_share, holdout_share,
      collect_hours, min_effect, rollout, started_at, decide_at, decided_at, decided_by, chosen, rolled_out_at, result,
      created_at, updated_at)
    values (${who.id}, ${id}, 'Subjects', 'winner', 'clicks', 'all', 1, 0.1, 24, 0.02, 'at_once', '2026-01-01', '2026-01-02',
      '2026-01-02', 'rule', 1, '2026-01-02', ${JSON.stringify(result)}::jsonb, now(), now())`);
  await app.platform.db.execute(sql`insert into ab_variants (user_id, test_id, position, subject, stopped_at, stop_reason)
    values (${who.id}, ${id}, 0, '', null, null), (${who.id}, ${id}, 1, 'Better', null, null),
      (${who.id}, ${id}, 2, 'Worse', '2026-01-01', 'complaints')`);
}

async function exported(who: Client): Promise<Record<string, Uint8Array>> {
  const { url } = await ok(who.api("POST", "/me/export"));
  const answer = await fetch(who.url + url, { headers: { cookie: who.cookie } });
  return unzipSync(new Uint8Array(await answer.arrayBuffer()));
}

async function bring(files: Record<string, Uint8Array>, who: Client) {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(zipSync(files))], "export.zip"));
  return ok(who.api("POST", "/me/import", form));
}

const restored = () =>
  accountParts()
    .flatMap(({ tables }) => tables)
    .filter(({ exported }) => exported && exported.unrestored === undefined);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A table's rows of someone's account, as far as they're the same in another. */
async function rowsIn({ table, by }: AccountTable, who: Client): Promise<string[]> {
  const profiles = (await who.api("GET", "/profiles")).body.items.map(({ id }: { id: string }) => id);
  const mine =
    "account" in by
      ? sql`${by.account} = ${who.id}`
      : "email" in by
        ? sql`${by.email} = ${who.email}`
        : sql`${by.profile} = any(${sql.param(profiles)}::uuid[])`;
  const rows = await rowsOf<Record<string, unknown>>(
    app.platform.db,
    sql`select * from ${table} where ${mine}`,
  );
  const left = DIFFERENT[getTableName(table)] ?? {};
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !(column in left))))
    .map((row) => JSON.stringify(row).replaceAll(who.id, "#").replace(UUID, "#"))
    .sort();
}

async function everything(who: Client): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of restored()) {
    const rows = await rowsIn(table, who);
    // Without a row, comparing shows nothing.
    expect([getTableName(table.table), rows.length > 0]).toEqual([getTableName(table.table), true]);
    all[getTableName(table.table)] = rows;
  }
  return all;
}

const statusesOf = async (who: Client) =>
  Object.fromEntries(
    (
      await rowsOf<{ email: string; status: string }>(
        app.platform.db,
        sql`select email, status from contacts where user_id = ${who.id} order by email`,
      )
    ).map(({ email, status }) => [email, status]),
  );

const STATUSES = {
  "bounced@round.example": "bounced",
  "complained@round.example": "complained",
  "fan@round.example": "new",
  "hand@round.example": "new",
  "left@round.example": "unsubscribed",
};

describe("an account's export", () => {
  it("has a file for every table of the account, or a reason why not", async () => {
    const files = await exported(owner);
    const tables = accountParts().flatMap(({ tables }) => tables);
    for (const { table, exported, unexported } of tables) {
      const name = getTableName(table);
      if (unexported === undefined)
        expect([name, Object.keys(files)]).toEqual([
          name,
          expect.arrayContaining([`${exported.as}.json`, `${exported.as}.csv`]),
        ]);
      else expect(unexported).toMatch(/\w+ \w+.*\.$/);
      for (const column of exported?.without ?? [])
        expect([name, Object.keys(getTableColumns(table))]).toEqual([name, expect.arrayContaining([column])]);
    }
    const text = Object.entries(files)
      .filter(([name]) => name.endsWith(".json"))
      .map(([, bytes]) => Buffer.from(bytes).toString())
      .join();
    expect(text).not.toMatch(/"(?:token|secret|hash|password|old_hash|token_hashes|dkim_key)":/);
  });

  it("suppresses in another account whom it suppressed in its own, whatever is imported in which order", async () => {
    const files = await exported(owner);
    const other = await app.signUp();
    const everyone = [...Object.keys(STATUSES), "nobody@round.example", "erased@round.example"];
    const people = (emails: string[]) =>
      importContacts(app.platform, {
        account: other.id,
        mode: "update",
        drafts: emails.map((email) => ({
          email,
          name: "",
          phone: null,
          country: "UNKNOWN",
          tags: [],
          fields: {},
          signed_up_at: null,
        })),
        consent: { text: "They agreed", version: "1" },
        source: "people.csv",
      });
    await people(everyone.slice(0, 4));
    await bring(files, other);
    await people(everyone);
    await bring(files, other);
    expect(await statusesOf(other)).toEqual({ ...STATUSES, "nobody@round.example": "unsubscribed" });
    // By hand, too, and under another address at first.
    await other.api("POST", "/contacts", { email: "erased@round.example" });
    expect((await statusesOf(other))["erased@round.example"]).toBe("blocked");
  });

  it("changes nothing in its own account that was decided since", async () => {
    const who = await app.signUp();
    const [left, asked] = ["later@round.example", "again@round.example"];
    for (const email of [left, asked]) await ok(who.api("POST", "/contacts", { email }));
    await suppress(app.platform, { account: who.id, email: asked, reason: "unsubscribe" });
    const older = await exported(who);
    await suppress(app.platform, { account: who.id, email: left, reason: "unsubscribe" });
    app.clock.advance(60_000);
    const page = await ok(who.api("POST", "/profiles", { name: "Page" }));
    const form = { lead_capture_enabled: true, collect_without_download: true };
    await ok(who.api("PATCH", `/profiles/${page.id}`, form));
    const fan = { p_profile_id: page.id, p_name: "Again", p_email: asked };
    await ok(app.visitor().api("POST", "/rpc/insert_fan_lead", fan));
    const before = await statusesOf(who);
    await bring(older, who);
    expect(before).toEqual({ [left]: "unsubscribed", [asked]: "new" });
    expect(await statusesOf(who)).toEqual(before);
  });

  it("adds nobody who's erased, not even as a sign-up", async () => {
    const who = await app.signUp();
    const page = await ok(who.api("POST", "/profiles", { name: "Page" }));
    const form = { lead_capture_enabled: true, collect_without_download: true };
    await ok(who.api("PATCH", `/profiles/${page.id}`, form));
    const fan = { p_profile_id: page.id, p_name: "Gone", p_email: "gone@round.example" };
    await ok(app.visitor().api("POST", "/rpc/insert_fan_lead", fan));
    const older = await exported(who);
    const [{ id }] = (await who.api("GET", "/contacts")).body.items;
    await ok(who.api("DELETE", `/contacts/${id}`));
    await suppress(app.platform, { account: who.id, email: "gone@round.example", reason: "erased" });
    expect((await bring(older, who)).leads).toBe(0);
    expect(await statusesOf(who)).toEqual({});
  });

  it("takes a status for what it says where nothing else does", async () => {
    const files = await exported(owner);
    const other = await app.signUp();
    await bring({ ...files, "suppressions.json": Buffer.from("[]") }, other);
    expect(await statusesOf(other)).toEqual(STATUSES);
  });

  it("comes back whole once its account is erased, and says what it can't bring back", async () => {
    const before = await everything(owner);
    const files = await exported(owner);
    await ok(owner.api("DELETE", "/me", { confirmation: owner.email }));
    app.clock.advance(15 * DAY_MS);
    await eraseDueAccounts({ ...app.platform, abortSignal: AbortSignal.timeout(60_000) } as never);
    const next = await app.signUp({ name: "Zoe", email: owner.email });
    const report = await bring(files, next);
    expect(report).toMatchObject({ profiles: 1, links: 4, leads: 1, problems: [] });
    expect(report.unrestored).toContainEqual(expect.stringMatching(/^Devices: /));
    expect(report.unrestored).not.toContainEqual(expect.stringMatching(/^API keys: /));
    expect(await everything(next)).toEqual(before);
    expect(await statusesOf(next)).toEqual(STATUSES);
    const { items: tests } = await ok(next.api("GET", "/experiments"));
    const past = tests.find(({ state }: { state: string }) => state === "winner");
    expect(past).toMatchObject({
      name: "Subjects",
      chosen: 1,
      figures: { winner: 1, effect: { held_out: 9 } },
    });
    expect(past.figures.versions[1]).toMatchObject({ sent: 9, responded: 8 });
    const again = await bring(files, next);
    expect(again).toMatchObject({ profiles: 0, links: 0, leads: 0, problems: [] });
    expect(await everything(next)).toEqual(before);
  });
});
