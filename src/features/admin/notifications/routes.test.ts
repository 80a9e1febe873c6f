// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { USED_NAMES } from "./rules.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

async function prove({ id }: Client): Promise<void> {
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${id}`);
}
beforeEach(() => prove(founder));

async function staffMember(role: string): Promise<Client> {
  const member = await app.signUp({ name: "Sam Staff" });
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${member.id}`);
  await prove(member);
  return member;
}

const version = (title = "Something new", text = "Try it.") => ({ title, text, button: "" });
const parts = (more: object = {}) => ({
  versions: { en: version(), es: version("", "") },
  channels: ["in_app"],
  target: "links",
  audience: { match: "all", rules: [] },
  is_urgent: true,
  ...more,
});
const path = (id: string, verb = "") => `/admin/notifications/${id}${verb && `/${verb}`}`;
const save = (more: object = {}, id: string = randomUUID()) => founder.api("PUT", path(id), parts(more));
const draft = async (more: object = {}) => (await save(more)).body.id as string;
const act = (id: string, verb: string, { by = founder, ...body }: { by?: Client; send_at?: string } = {}) =>
  by.api("POST", path(id, verb), body);
const codeOf = async (answer: ReturnType<typeof act>) => (await answer).body.code;
const audience = async (...rules: object[]) =>
  (await founder.api("POST", "/admin/notifications/audience", { audience: { match: "all", rules } })).body;

describe("notifications to many", () => {
  it("are written, tested on oneself, and sent, once however often it's pressed", async () => {
    const reader = await app.signUp();
    const id = await draft();
    expect((await save({ target: "team" }, id)).body).toMatchObject({ id, state: "draft", target: "team" });
    expect((await act(id, "test")).body).toEqual({ to: founder.email });
    expect((await founder.api("GET", "/notifications")).body.items[0]).toMatchObject({
      topic: "news",
      text: "Something new",
      path: "/dashboard/settings/team",
    });
    const both = await Promise.all([act(id, "send"), act(id, "send")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expect
      .poll(
        async () =>
          (await founder.api("GET", "/admin/notifications")).body.items.find(
            (one: { id: string }) => one.id === id,
          ).state,
        { timeout: 20_000 },
      )
      .toBe("sent");
    const news = (await reader.api("GET", "/notifications")).body.items.filter(
      ({ topic }: { topic: string }) => topic === "news",
    );
    expect(news).toHaveLength(1);
    await reader.api("POST", "/notifications/read", { ids: [news[0].id] });
    expect((await founder.api("GET", path(id, "figures"))).body.in_app).toMatchObject({ seen: 1 });
    expect(await codeOf(save({}, id))).toBe("BROADCAST_SENT");
    expect((await founder.api("DELETE", path(id))).body.code).toBe("BROADCAST_SENT");
    expect(await codeOf(act(id, "send"))).toBe("BROADCAST_SENT");
    expect(await codeOf(act(id, "approve"))).toBe("BROADCAST_CONFIRMED");
  });

  it("need a whole text, a channel, somebody to read it, a time to come, and a fresh proof", async () => {
    const sendCode = async (more: object, send?: { send_at: string }) =>
      codeOf(act(await draft(more), "send", send));
    const empty = { versions: { en: version("", ""), es: version("", "") } };
    expect(await sendCode(empty)).toBe("BROADCAST_EMPTY");
    expect(await codeOf(act(await draft(empty), "test"))).toBe("BROADCAST_EMPTY");
    expect(await sendCode({ versions: { en: version(), es: version("Hola", "") } })).toBe("BROADCAST_HALF");
    expect(await sendCode({ channels: [] })).toBe("CHANNEL_MISSING");
    expect(await codeOf(act(await draft({ channels: [] }), "test"))).toBe("CHANNEL_MISSING");
    const nobody = { match: "all", rules: [{ field: "signed_up_before", value: "1999-01-01" }] };
    expect(await sendCode({ audience: nobody })).toBe("AUDIENCE_EMPTY");
    expect(await sendCode({}, { send_at: "2020-01-01T09:00" })).toBe("BROADCAST_LATE");
    expect((await act(await draft(), "send", { send_at: "tomorrow" })).status).toBe(400);
    await app.platform.db.execute(
      sql`update sessions set proven_at = now() - interval '1 day' where user_id = ${founder.id}`,
    );
    expect(await sendCode({})).toBe("REAUTHENTICATION_REQUIRED");
    expect(await codeOf(act(await draft(), "approve"))).toBe("REAUTHENTICATION_REQUIRED");
  });

  it("don't exist by any other id", async () => {
    for (const id of [randomUUID(), "no%00body"]) {
      for (const verb of ["test", "send", "approve", "stop"])
        expect(await codeOf(act(id, verb))).toBe("BROADCAST_NOT_FOUND");
      expect((await founder.api("GET", path(id, "figures"))).body.code).toBe("BROADCAST_NOT_FOUND");
      expect((await founder.api("DELETE", path(id))).body.code).toBe("BROADCAST_NOT_FOUND");
    }
    expect((await founder.api("PUT", path("no-id"), parts())).body.code).toBe("BROADCAST_NOT_FOUND");
  });

  it("are stopped until they're out, and drafts are deleted", async () => {
    const id = await draft();
    const later = await act(id, "send", { send_at: "2199-01-01T09:00" });
    expect(later.body).toMatchObject({ state: "scheduled", send_at: "2199-01-01T09:00" });
    expect((await act(id, "stop")).body.state).toBe("stopped");
    expect(await codeOf(act(id, "stop"))).toBe("BROADCAST_ENDED");
    const other = await draft();
    expect((await founder.api("DELETE", path(other))).body).toEqual({ id: other });
    const events = (await eventsOf(app)).map(({ name }) => name);
    for (const name of ["saved", "sent_off", "stopped", "removed"])
      expect(events).toContain(`broadcast.${name}`);
  });

  it("wait for a second member of staff if they're many, and nobody confirms their own", async () => {
    const admin = await staffMember("admin");
    await founder.api("PATCH", "/settings", { values: { notification_approval_over: "1" } });
    const { needs_second } = await audience();
    expect(needs_second).toBe(true);
    const id = await draft();
    expect((await act(id, "send", { send_at: "2199-01-01T09:00" })).body.state).toBe("waiting");
    expect(await codeOf(act(id, "approve"))).toBe("BROADCAST_OWN");
    expect((await act(id, "approve", { by: admin })).body.state).toBe("scheduled");
    expect(await codeOf(act(id, "approve", { by: admin }))).toBe("BROADCAST_CONFIRMED");
    await act(id, "stop");
    for (const role of ["moderator", "support", "finance"])
      expect((await (await staffMember(role)).api("GET", "/admin/notifications")).status).toBe(404);
  });

  it("aren't confirmed once whoever sent them off isn't in charge anymore, and can be stopped", async () => {
    const admin = await staffMember("admin");
    await app.platform.db.execute(
      sql`update sessions set proven_at = ${app.clock.now().toISOString()} where user_id = ${admin.id}`,
    );
    const sent = async () => {
      const id = await draft();
      expect((await act(id, "send", { by: admin, send_at: "2199-01-01T09:00" })).body.state).toBe("waiting");
      return id;
    };
    for (const lost of [
      "role = 'support'",
      "role = 'admin', banned = true",
      "banned = false, role = 'user'",
    ]) {
      await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
      const id = await sent();
      await app.platform.db.execute(sql`update users set ${sql.raw(lost)} where id = ${admin.id}`);
      expect(await codeOf(act(id, "approve")), lost).toBe("BROADCAST_SENDER_GONE");
      expect((await act(id, "stop")).body.state).toBe("stopped");
      await app.platform.db.execute(sql`update users set banned = false where id = ${admin.id}`);
    }
  });

  it("shows the e-mail in each language, with what people typed as text", async () => {
    const asked = { version: version("<b>Hi</b>", "One\n\nTwo"), target: "links", language: "es" };
    const { body } = await founder.api("POST", "/admin/notifications/preview", asked);
    expect(body.subject).toBe("<b>Hi</b>");
    expect(body.html).toContain("&lt;b&gt;Hi&lt;/b&gt;");
    expect(body.html).toContain("/dashboard/links");
    expect(body.text).toContain("Has recibido este correo");
  });

  it("goes by what an audience's conditions say, all or any of them", async () => {
    const { id, email } = await app.signUp({ name: "Olga" });
    const day = "2002-02-02";
    await app.platform.db.execute(
      sql`update users set created_at = '2002-02-02T12:00:00Z', language = 'es' where id = ${id}`,
    );
    const born = [
      { field: "signed_up_after", value: day },
      { field: "signed_up_before", value: "2002-02-03" },
    ];
    expect(await audience(...born)).toMatchObject({ count: 1, sample: [email] });
    const counts = async (field: string, value: unknown) => (await audience(...born, { field, value })).count;
    expect([await counts("plan", "free"), await counts("plan", "premium")]).toEqual([1, 0]);
    expect([await counts("language", "es"), await counts("language", "en")]).toEqual([1, 0]);
    expect([await counts("seen_within", 30), await counts("not_seen_for", 30)]).toEqual([1, 0]);
    expect([await counts("profiles_max", 0), await counts("profiles_min", 1)]).toEqual([1, 0]);
    expect([await counts("links_max", 0), await counts("links_min", 1)]).toEqual([1, 0]);
    expect([await counts("contacts_max", 0), await counts("contacts_min", 1)]).toEqual([1, 0]);
    for (const name of USED_NAMES)
      expect([name, await counts("uses", name), await counts("uses_not", name)]).toEqual([name, 0, 1]);
    const { db } = app.platform;
    await db.execute(
      sql`insert into team_members (account, user_id, role, created_at) values (${id}, ${founder.id}, 'editor', now())`,
    );
    // Whoever began to set up codes and stopped doesn't sign in with them.
    await db.execute(
      sql`insert into two_factors (user_id, secret, recovery_codes, trust_from) values (${id}, '', '{}', now())`,
    );
    expect(await counts("uses", "two_factor")).toBe(0);
    expect([await counts("uses", "team"), await counts("uses_not", "team")]).toEqual([1, 0]);
    const [row] = await rowsOf<{ v: boolean }>(
      app.platform.db,
      sql`select email_verified as v from users where id = ${id}`,
    );
    expect(await counts("verified", row?.v ? "yes" : "no")).toBe(1);
    await app.platform.db.execute(sql`update sessions set country = 'MX' where user_id = ${id}`);
    expect([await counts("country", "MX"), await counts("country", "US")]).toEqual([1, 0]);
    await app.platform.db.execute(sql`update users set banned = true where id = ${id}`);
    expect(await counts("language", "es")).toBe(0);
  });
});
