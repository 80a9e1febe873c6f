// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notifyOwner } from "#src/features/audience/leads/notify-owner.ts";
import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Role } from "#src/lib/access.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import type { Notification } from "./contract.ts";
import { fanOut } from "./fan-out.ts";
import { purgeNotifications } from "./notifications.ts";
import { DAYS_KEPT, GROUP_MS, STREAMS_PER_PERSON_MAX } from "./rules.ts";

let app: TestApp;
let owner: Client;
let shop: string;
let blog: string;
const team = new Map<string, Client>();

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
  await app.signUp();
  owner = await app.signUp({ name: "Olga" });
  shop = await makePage("Shop");
  blog = await makePage("Blog");
  await join("Ann", "admin");
  await join("Mark", "marketer");
  await join("Lim", "marketer", [blog]);
  await join("Tia", "analyst");
});
afterAll(() => app?.close());

async function makePage(name: string): Promise<string> {
  const { id } = (await owner.api("POST", "/profiles", { name })).body;
  await owner.api("PATCH", `/profiles/${id}`, { lead_capture_enabled: true, collect_without_download: true });
  return id;
}

async function join(name: string, role: Role, profileIds: string[] | null = null): Promise<Client> {
  const member = await app.signUp({ name });
  const ids = profileIds && `{${profileIds.join(",")}}`;
  await app.platform.db.execute(
    sql`insert into team_members (account, user_id, role, profile_ids, created_at)
        values (${owner.id}, ${member.id}, ${role}, ${ids}::uuid[], now())`,
  );
  team.set(name, member);
  return member;
}

const one = (name: string) => team.get(name) as Client;

let fans = 0;
async function signUpOn(profile: string, name: string): Promise<void> {
  fans += 1;
  app.clock.advance(1000);
  const fan = { p_profile_id: profile, p_name: name, p_email: `fan${fans}@fans.example` };
  const answer = await app.visitor().api("POST", "/rpc/insert_fan_lead", fan);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

const inbox = async (client: Client): Promise<Notification[]> =>
  (await client.api("GET", "/notifications")).body.items;
const texts = async (client: Client) => (await inbox(client)).map(({ text }) => text);
const unread = async (client: Client) => (await client.api("GET", "/notifications")).body.unread;

/** Waits until someone has been told this, and returns the notification. */
async function told(client: Client, text: string): Promise<Notification> {
  await expect.poll(() => texts(client), { timeout: 20_000 }).toContain(text);
  return (await inbox(client)).find((item) => item.text === text) as Notification;
}

const readAll = (client: Client) => client.api("POST", "/notifications/read", { all: true });

describe("a fan who signs up", () => {
  it("is told to everyone who may see who it is, and to nobody else", async () => {
    await signUpOn(shop, "Nora");
    const item = await told(owner, "Nora signed up on Shop");
    expect(item).toMatchObject({
      topic: "fans",
      kind: "fan",
      count: 1,
      account: { id: owner.id, name: "Olga" },
      path: `/dashboard/marketing/leads?profile=${shop}`,
      read_at: null,
    });
    for (const name of ["Ann", "Mark"]) await told(one(name), "Nora signed up on Shop");
    await signUpOn(blog, "Zoe");
    await told(one("Lim"), "Zoe signed up on Blog");
    // Told in the same transaction as those above.
    expect(await texts(one("Lim"))).toEqual(["Zoe signed up on Blog"]);
    expect(await texts(one("Tia"))).toEqual([]);
  });

  it("joins the others of the hour until they've been read of", async () => {
    await signUpOn(shop, "Paul");
    await signUpOn(shop, "Pia");
    expect(await told(owner, "3 new fans on Shop")).toMatchObject({ count: 3, read_at: null });
    expect(await unread(owner)).toBe(2);
    expect((await readAll(owner)).body).toEqual({ unread: 0 });
    await signUpOn(shop, "Quin");
    await told(owner, "Quin signed up on Shop");
    await told(one("Mark"), "4 new fans on Shop");
    app.clock.advance(GROUP_MS);
    await signUpOn(shop, "Rita");
    await told(owner, "Rita signed up on Shop");
    expect(await unread(owner)).toBe(2);
    expect((await inbox(one("Mark")))[0]?.text).toBe("Rita signed up on Shop");
  });

  it("is told once, even if the job runs again, whether it's been read of or not", async () => {
    const events = (await eventsOf(app)).filter(({ name }) => name === "lead.captured");
    const before = [await inbox(owner), await inbox(one("Mark"))];
    for (const event of events) await fanOut(app.platform, "fan", event);
    expect([await inbox(owner), await inbox(one("Mark"))]).toEqual(before);
  });
});

describe("reading", () => {
  it("marks what's named, one's own only, and no later ones", async () => {
    const mine = await inbox(one("Mark"));
    const ids = [mine[0]?.id];
    expect((await owner.api("POST", "/notifications/read", { ids })).status).toBe(200);
    expect(await inbox(one("Mark"))).toEqual(mine);
    const before = await unread(one("Mark"));
    const read = await one("Mark").api("POST", "/notifications/read", { ids: [...ids, "nonsense"] });
    expect(read.body).toEqual({ unread: before - 1 });
    const until = mine.at(-1)?.created_at;
    await one("Mark").api("POST", "/notifications/read", { all: true, until });
    expect(await unread(one("Mark"))).toBe(before - 2);
    // The database knows no year 0.
    const never = { all: true, until: "0000-01-01T00:00:00Z" };
    for (const odd of [{}, { ids: [] }, { all: false }, { ids, all: true }, never])
      expect((await owner.api("POST", "/notifications/read", odd)).status).toBe(400);
  });

  it("refuses a cursor that nobody gave out", async () => {
    expect((await owner.api("GET", "/notifications?cursor=x")).body.code).toBe("CURSOR_INVALID");
  });
});

describe("what somebody did", () => {
  it("is told to those who manage the team, and not to whoever did it", async () => {
    const ann = one("Ann");
    const inTeam = { "x-account": owner.id };
    const tia = one("Tia");
    await ann.call("PATCH", `/api/v1/team/members/${tia.id}`, { role: "editor" }, inTeam);
    expect(await told(tia, "You’re now an editor on Olga’s team")).toMatchObject({
      account: { id: owner.id },
    });
    await ann.call("DELETE", `/api/v1/team/members/${tia.id}`, undefined, inTeam);
    await told(owner, "Ann removed Tia from your team");
    expect(await texts(ann)).not.toContain("Ann removed Tia from Olga’s team");
    expect(await told(tia, "You’re no longer on Olga’s team")).toMatchObject({ path: null });
    // What they were told as a member is for members.
    expect(await texts(tia)).toEqual(["You’re no longer on Olga’s team"]);
    await ann.call("POST", "/api/auth/sign-in/email", { email: ann.email, password: PASSWORD });
    await ann.call("POST", "/api/v1/keys", { name: "Zapier", scopes: ["links.see"] }, inTeam);
    await told(owner, "Ann created the API key “Zapier”");
  });

  it("to get into one's account is told even to whoever did it, for it may have been someone else", async () => {
    const other = app.visitor();
    await other.call("POST", "/api/auth/sign-in/email", { email: one("Mark").email, password: PASSWORD });
    const item = await told(other, "Someone signed in to your account on a new device");
    expect(item).toMatchObject({ topic: "security", path: "/dashboard/settings/profile", read_at: null });
  });

  it("isn't told any more to someone whose role no longer shows it", async () => {
    const mark = one("Mark");
    expect((await texts(mark)).filter((text) => text.includes("Shop"))).not.toEqual([]);
    await owner.api("PATCH", `/team/members/${mark.id}`, { role: "analyst" });
    expect((await texts(mark)).filter((text) => text.includes("Shop"))).toEqual([]);
    await owner.api("PATCH", `/team/members/${mark.id}`, { role: "marketer" });
    await told(mark, "You’re now a marketer on Olga’s team");
  });

  it("isn't told any more to someone limited to profiles, if it's about the whole account", async () => {
    const ann = one("Ann");
    await owner.call("POST", "/api/auth/sign-in/email", { email: owner.email, password: PASSWORD });
    await owner.api("POST", "/keys", { name: "Make", scopes: ["links.see"] });
    const text = "Olga created the API key “Make”";
    await told(ann, text);
    await owner.api("PATCH", `/team/members/${ann.id}`, { role: "admin", profile_ids: [blog] });
    expect(await texts(ann)).not.toContain(text);
    await owner.api("PATCH", `/team/members/${ann.id}`, { role: "admin", profile_ids: null });
    expect(await texts(ann)).toContain(text);
  });
});

describe("preferences", () => {
  const path = "/me/notification-preferences";
  const cell = async (topic: string) => {
    const { items } = (await one("Lim").api("GET", path)).body;
    return items.find((item: { topic: string }) => item.topic === topic);
  };

  it("turn off what someone doesn't want to be told, for them alone", async () => {
    const lim = one("Lim");
    expect((await lim.api("PATCH", path, { topic: "fans", in_app: false })).status).toBe(200);
    expect(await cell("fans")).toEqual({
      topic: "fans",
      in_app: { is_choice: true, is_on: false },
      email: { is_choice: true, is_on: true },
    });
    await readAll(owner);
    await signUpOn(blog, "Una");
    await told(owner, "Una signed up on Blog");
    expect((await texts(lim)).filter((text) => text.includes("Una"))).toEqual([]);
    for (const in_app of [true, true]) await lim.api("PATCH", path, { topic: "fans", in_app });
    expect((await cell("fans")).in_app.is_on).toBe(true);
  });

  it("turn off e-mail about new fans, too", async () => {
    const quiet = await app.signUp({ name: "Quinn" });
    const { id } = (await quiet.api("POST", "/profiles", { name: "Quiet" })).body;
    await quiet.api("PATCH", `/profiles/${id}`, {
      lead_capture_enabled: true,
      collect_without_download: true,
    });
    await quiet.api("PATCH", path, { topic: "fans", email: false });
    await signUpOn(id, "Wim");
    await told(quiet, "Wim signed up on Quiet");
    const events = (await eventsOf(app)).filter(
      ({ account, name }) => account === quiet.id && name === "lead.captured",
    );
    for (const event of events) await notifyOwner(app.platform, { ...event, payload: { profile_id: id } });
    expect(events).toHaveLength(1);
    const mails = sql`select 1 from mails where template = 'leads.new' and recipient = ${quiet.email}`;
    expect(await rowsOf(app.platform.db, mails)).toEqual([]);
  });

  it("can't turn off security", async () => {
    expect(await one("Lim").api("PATCH", path, { topic: "security", email: false })).toMatchObject({
      status: 400,
      body: { code: "PREFERENCE_FIXED" },
    });
    expect(await cell("security")).toMatchObject({ email: { is_choice: false, is_on: true } });
  });
});

/** The next events of someone's stream, one at a time. */
async function listen(client: Client) {
  const leaving = new AbortController();
  const response = await fetch(`${client.url}/api/v1/stream`, {
    headers: { cookie: client.cookie },
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  let text = "";
  const next = async (): Promise<string> => {
    for (;;) {
      const found = /"type":"(\w+)"/.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return found[1] ?? "";
      }
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) return "";
      text += new TextDecoder().decode(value);
    }
  };
  return { status: response.status, next, leave: () => leaving.abort() };
}

describe("the stream", () => {
  it("says when there's something new, and when something was read elsewhere", async () => {
    const stream = await listen(owner);
    await signUpOn(blog, "Vera");
    expect(await stream.next()).toBe("notifications");
    await told(owner, "2 new fans on Blog");
    await readAll(owner);
    expect(await stream.next()).toBe("notifications");
    stream.leave();
  });

  it("ends with a word that there's no use in coming back once its session is over", async () => {
    const guest = await app.signUp();
    const stream = await listen(guest);
    await guest.call("POST", "/api/auth/sign-out");
    expect(await stream.next()).toBe("closed");
    expect(await stream.next()).toBe("");
  });

  it("is refused to someone who has ten open", async () => {
    const guest = await app.signUp();
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_PERSON_MAX }, () => listen(guest)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    expect((await guest.api("GET", "/stream")).body.code).toBe("TOO_MANY_STREAMS");
    for (const stream of streams) stream.leave();
  });
});

it("what's about a profile goes with it, and the rest after 90 days", async () => {
  await app.platform.announce(profilePurged, { account: owner.id, subject: blog, payload: {} });
  const ofBlog = async () => (await texts(owner)).filter((text) => text.includes("Blog"));
  await expect.poll(ofBlog, { timeout: 20_000 }).toEqual([]);
  expect(await texts(owner)).not.toEqual([]);
  app.clock.advance(DAYS_KEPT * 24 * 60 * 60 * 1000);
  await purgeNotifications(app.platform);
  expect((await app.platform.db.execute(sql`select 1 from notifications`)) as unknown).toMatchObject({
    rows: [],
  });
});
