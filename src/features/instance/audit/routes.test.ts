// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "#src/lib/access.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Answer, Client } from "#test/harness/client.ts";
import type { Entry } from "./contract.ts";

let app: TestApp;
let owner: Client;
let editor: Client;
let profileId: string;

beforeAll(async () => {
  app = await startApp({ PLANS: "off", INSTANCE_NAME: "Tusch" });
  await app.signUp();
  owner = await app.signUp({ name: "Olive" });
  editor = await join("editor", null, "Edgar");
  profileId = (await owner.api("POST", "/profiles", { name: "Mia" })).body.id;
  await owner.api("PATCH", `/profiles/${profileId}`, { username: "newmia" });
  const link = { title: "Shop", url: "https://shop.example" };
  await as(editor, "POST", `/profiles/${profileId}/links`, link);
});
afterAll(() => app?.close());

async function join(role: Role, profileIds: string[] | null, name = "Ned"): Promise<Client> {
  const member = await app.signUp({ name });
  const ids = profileIds && `{${profileIds.join(",")}}`;
  await app.platform.db.execute(
    sql`insert into team_members (account, user_id, role, profile_ids, created_at)
        values (${owner.id}, ${member.id}, ${role}, ${ids}::uuid[], now())`,
  );
  return member;
}

/** For the owner's account. */
function as(client: Client, method: string, path: string, body?: unknown): Promise<Answer> {
  return client.call(method, `/api/v1${path}`, body, { "x-account": owner.id });
}

async function list(query = "", client = owner): Promise<Entry[]> {
  const { status, body } = await as(client, "GET", `/audit${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
}

const whats = async (query = "", client = owner) => (await list(query, client)).map(({ what }) => what);

describe("the activity log", () => {
  it("says who did what, when, and through what, newest first", async () => {
    const entries = await list();
    expect(entries.map(({ who, what, through }) => [who, what, through])).toEqual([
      ["Edgar", "Added a link", "Dashboard"],
      ["Olive", "Changed a username from mia to newmia", "Dashboard"],
      ["Olive", "Created a profile", "Dashboard"],
      ["Olive", "Created the account", "Sign-in"],
    ]);
    expect(entries.at(-2)).toMatchObject({ event: "profile.created", subject: profileId, by: owner.id });
  });

  it("is filtered by person and kind, and searched by what happened and by who did it", async () => {
    expect(await whats(`?person=${editor.id}`)).toEqual(["Added a link"]);
    expect(await whats("?kind=link")).toEqual(["Added a link"]);
    expect(await whats("?q=created+a+profile")).toEqual(["Created a profile"]);
    expect(await whats("?q=edgar")).toEqual(["Added a link"]);
    expect(await whats("?q=nothing+like+that")).toEqual([]);
    const people = (await as(owner, "GET", "/audit/people")).body.items;
    expect(people.map(({ name }: { name: string }) => name)).toEqual(["Edgar", "Olive"]);
  });

  it("shows editors, and people limited to some profiles, only what they did themselves", async () => {
    const limited = await join("admin", [profileId], "Lim");
    await as(limited, "PATCH", `/profiles/${profileId}`, { notes: "Hm" });
    expect(await whats("", editor)).toEqual(["Added a link"]);
    expect(await whats("", limited)).toEqual(["Changed a profile: notes"]);
    for (const client of [editor, limited]) {
      expect(await whats(`?person=${owner.id}`, client)).toEqual([]);
      expect(await whats("?q=olive", client)).toEqual([]);
      expect((await as(client, "GET", "/audit/people")).body.items).toHaveLength(1);
      expect((await as(client, "GET", "/audit/export")).body).not.toContain("Olive");
    }
  });

  it("shows what staff and Fanfare itself did, and leaves out what visitors did", async () => {
    const other = await app.signUp({ name: "Other" });
    const seen = async (type: string) => {
      const actor = JSON.stringify(type === "system" ? { type, job: "x" } : { type, id: other.id });
      await app.platform.db.execute(
        sql`insert into events (id, account, name, actor, subject, time, payload)
          values (${app.platform.newId()}, ${owner.id}, 'profile.deleted', ${actor}::jsonb, 'x', now(), '{}')`,
      );
      const [{ who, through }] = (await list()) as [Entry];
      return [who, through];
    };
    expect(await seen("staff")).toEqual(["Staff", "Staff"]);
    expect(await list("?q=other")).toEqual([]);
    expect(await list(`?person=${other.id}`)).toEqual([]);
    expect((await as(owner, "GET", "/audit/export")).body).not.toContain("Other");
    expect(await seen("system")).toEqual(["Tusch", "Automatic"]);
    const before = (await list()).length;
    await seen("visitor");
    expect(await list()).toHaveLength(before);
  });

  it("writes numbers as its reader does, and in files as programs read them", async () => {
    await app.platform.db.execute(
      sql`insert into events (id, account, name, actor, subject, time, payload) values
        (${app.platform.newId()}, ${owner.id}, 'leads.imported', '{"type":"system"}', 'x', now(), '{"count": 1200}')`,
    );
    expect(await whats("?kind=lead")).toContain("Imported 1,200 leads");
    await as(owner, "PATCH", "/me", { region: "DE" });
    expect(await whats("?kind=lead")).toContain("Imported 1.200 leads");
    expect((await as(owner, "GET", "/audit/export")).body).toContain("Imported 1,200 leads");
    await as(owner, "PATCH", "/me", { region: null });
  });

  it("is a CSV file of what matches", async () => {
    const { headers, body } = await as(owner, "GET", "/audit/export?kind=link");
    expect(headers.get("content-type")).toContain("text/csv");
    const [head, line] = String(body).replace("\ufeff", "").split("\r\n");
    expect(head).toBe("time,who,what,through,event,subject");
    expect(line).toContain(",Edgar,Added a link,Dashboard,link.created,");
  });

  it("goes on page by page, and refuses a cursor that nobody gave out", async () => {
    for (let n = 0; n < 51; n++)
      await app.platform.db.execute(
        sql`insert into events (id, account, name, actor, subject, time, payload)
        values (${app.platform.newId()}, ${owner.id}, 'media.uploaded', '{"type":"system"}', 'x', now(), '{}')`,
      );
    const { body } = await as(owner, "GET", "/audit?kind=media");
    expect(body.items).toHaveLength(50);
    expect((await as(owner, "GET", `/audit?kind=media&cursor=${body.next}`)).body).toMatchObject({
      items: [{ event: "media.uploaded" }],
    });
    expect((await as(owner, "GET", "/audit?cursor=x")).body).toMatchObject({ code: "CURSOR_INVALID" });
  });
});
