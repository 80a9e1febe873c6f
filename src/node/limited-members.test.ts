// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let reached: { id: string };
let other: { id: string };
let third: { id: string };

const HIDDEN = () => new RegExp(`${other.id}|${third.id}|Hidden`);

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
  owner = await app.signUp();
  reached = await pageNamed("Reached");
  other = await pageNamed("Hidden");
  third = await pageNamed("Hidden, too");
});
afterAll(() => app?.close());

async function pageNamed(name: string): Promise<{ id: string }> {
  const page = (await owner.api("POST", "/profiles", { name })).body;
  const form = { lead_capture_enabled: true, collect_without_download: true };
  await owner.api("PATCH", `/profiles/${page.id}`, form);
  return page;
}

async function sign(page: { id: string }, email: string): Promise<void> {
  const fan = { p_profile_id: page.id, p_name: "Fan", p_email: email };
  const { status, body } = await app.visitor().api("POST", "/rpc/insert_fan_lead", fan);
  expect([status, body.code]).toEqual([200, undefined]);
}

async function member(role: string, profiles: string[] | null): Promise<Client> {
  const client = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${client.id}, ${role}, ${profiles && sql.param(profiles)}::uuid[], now())`);
  return client;
}

/** A member's call for the owner's account. */
const inTeam = (who: Client, method: string, path: string, body?: unknown) =>
  who.call(method, `/api/v1${path}`, body, { "x-account": owner.id });

describe("a member who's limited to a page", () => {
  it("sees nothing of what a contact did on other pages, wherever it's shown", async () => {
    await sign(other, "both@fans.example");
    app.clock.advance(60_000);
    await sign(reached, "both@fans.example");
    app.clock.advance(60_000);
    await sign(third, "both@fans.example");
    const [{ id }] = (await owner.api("GET", "/contacts")).body.items;
    await owner.api("POST", `/contacts/${id}/notes`, { text: "Likes tea" });
    const order = { id: "1", email: "both@fans.example", amount: 900, currency: "USD" };
    expect((await owner.api("POST", "/orders", order)).status).toBe(200);
    for (const role of ["marketer", "analyst", "admin"]) {
      const limited = await member(role, [reached.id]);
      const answers = [
        await inTeam(limited, "GET", `/contacts/${id}/timeline`),
        await inTeam(limited, "GET", `/contacts/${id}`),
        await inTeam(limited, "GET", "/contacts"),
        await inTeam(limited, "GET", "/notifications"),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(JSON.stringify(body)).not.toMatch(HIDDEN());
      }
      const kinds = answers[0]?.body.items.map(({ kind }: { kind: string }) => kind).sort();
      expect(kinds).toEqual(["note", "sign_up"]);
      expect(answers[1]?.body).toMatchObject({
        profile_ids: [reached.id],
        engagement: { reasons: [{ kind: "sign_up", count: 1 }] },
      });
      if (role === "analyst") continue;
      for (const format of ["csv", "json"]) {
        const file = await fetch(`${limited.url}/api/v1/contacts/export?format=${format}`, {
          headers: { cookie: limited.cookie, "x-account": owner.id },
        });
        expect(file.status).toBe(200);
        expect(await file.text()).not.toMatch(HIDDEN());
      }
    }
    const all = (await owner.api("GET", `/contacts/${id}/timeline`)).body.items;
    expect(all.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      ...["note", "ordered", "sign_up", "sign_up", "sign_up"],
    ]);
  });

  it("is offered the tags of those who signed up there", async () => {
    await sign(reached, "tagged@fans.example");
    await sign(other, "secret@fans.example");
    const { items } = (await owner.api("GET", "/contacts?q=fans.example")).body;
    for (const { id, email } of items)
      if (email !== "both@fans.example")
        await owner.api("PATCH", `/contacts/${id}`, {
          tags: [email.startsWith("tagged") ? "VIP" : "Secret"],
        });
    const limited = await member("marketer", [reached.id]);
    expect((await inTeam(limited, "GET", "/contact-settings")).body.tags).toEqual(["VIP"]);
    expect((await owner.api("GET", "/contact-settings")).body.tags).toEqual(["Secret", "VIP"]);
  });
});

describe("pixels", () => {
  const pixels = { facebook_pixel_id: "123456", google_analytics_id: "G-ABC123" };

  it("are set by the owner and admins, and by no editor", async () => {
    for (const [role, status] of [
      ["editor", 403],
      ["admin", 200],
    ] as const) {
      const one = await member(role, null);
      for (const change of [
        { facebook_pixel_id: `1${status}` },
        { google_analytics_id: `G-A${status}` },
        { name: "Renamed", facebook_pixel_id: `2${status}` },
      ])
        expect([role, (await inTeam(one, "PATCH", `/profiles/${reached.id}`, change)).status]).toEqual([
          role,
          status,
        ]);
    }
    await owner.api("PATCH", `/profiles/${reached.id}`, pixels);
    const editor = await member("editor", null);
    // A form sends what it was loaded with.
    const unchanged = await inTeam(editor, "PATCH", `/profiles/${reached.id}`, { ...pixels, notes: "Mine" });
    expect([unchanged.status, unchanged.body.notes]).toEqual([200, "Mine"]);
    expect(
      (await inTeam(editor, "PATCH", `/profiles/${reached.id}`, { facebook_pixel_id: null })).status,
    ).toBe(403);
  });

  it("stay off what an editor creates and duplicates", async () => {
    await owner.api("PATCH", `/profiles/${reached.id}`, pixels);
    const editor = await member("editor", null);
    expect((await inTeam(editor, "POST", "/profiles", { name: "New", ...pixels })).status).toBe(400);
    const copyOf = async (who: Client) => {
      const { body } = await inTeam(who, "POST", "/rpc/duplicate_profile", {
        source_profile_id: reached.id,
        new_profile_name: "Copy",
      });
      const id = typeof body === "string" ? body : body.id;
      return (await owner.api("GET", `/profiles/${id}`)).body;
    };
    const none = { facebook_pixel_id: null, google_analytics_id: null };
    expect(await copyOf(editor)).toMatchObject(none);
    expect(await copyOf(owner)).toMatchObject(pixels);
  });
});
