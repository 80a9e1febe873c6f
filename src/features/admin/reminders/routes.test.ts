// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());
const prove = async (when = "0 days") => {
  await app.platform.db.execute(
    sql`update sessions set proven_at = now() - ${when}::interval where user_id = ${founder.id}`,
  );
};
beforeEach(() => prove());

const version = (title = "A page?", text = "It takes two minutes.") => ({ title, text, button: "" });
const settings = (more: object = {}) => ({
  delay_days: 3,
  channels: ["in_app"],
  repeat_days: null,
  times_max: 1,
  versions: { en: version(), es: version("", "") },
  ...more,
});
const save = (more: object = {}, rule = "no_profile") =>
  founder.api("PUT", `/admin/reminders/${rule}`, settings(more));
const act = (verb: string, body: object = {}, rule = "no_profile") =>
  founder.api("POST", `/admin/reminders/${rule}/${verb}`, body);
const listed = async (rule = "no_profile") =>
  (await founder.api("GET", "/admin/reminders")).body.items.find(
    (one: { rule: string }) => one.rule === rule,
  );

describe("reminders' settings", () => {
  it("are ten that are off, each with a text in both languages", async () => {
    const { items } = (await founder.api("GET", "/admin/reminders")).body;
    expect(items).toHaveLength(10);
    for (const { is_on, versions, channels, repeat_days } of items) {
      expect([is_on, channels, repeat_days]).toEqual([false, ["in_app", "email"], null]);
      for (const language of ["en", "es"]) {
        expect(versions[language].title).not.toBe("");
        expect(versions[language].text).not.toBe("");
        expect(`${versions[language].title} ${versions[language].text}`).not.toMatch(
          /miss you|echamos de menos|haven’t forgotten|last chance|hurry/i,
        );
      }
    }
  });

  it("are changed whether or not one is on, and both at once change it one after the other", async () => {
    const both = await Promise.all([
      save({ delay_days: 9 }, "inactive"),
      save({ repeat_days: 20, times_max: 3 }, "inactive"),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await save({ channels: ["email", "email"], delay_days: 40 }, "inactive")).body).toMatchObject({
      rule: "inactive",
      is_on: false,
      channels: ["email"],
    });
    expect(await listed("inactive")).toMatchObject({ delay_days: 40, repeat_days: null });
    expect((await eventsOf(app)).at(-1)).toMatchObject({ name: "reminder.changed", subject: "inactive" });
  });

  it("need a whole text, a channel, and sensible numbers", async () => {
    const codeOf = async (more: object) => (await save(more)).body.code;
    expect(await codeOf({ versions: { en: version("", ""), es: version() } })).toBe("REMINDER_EMPTY");
    expect(await codeOf({ versions: { en: version(), es: version("Hola", "") } })).toBe("REMINDER_HALF");
    const blocks = [{ id: "b", type: "button", label: "Go", url: "", align: "left" }];
    expect(await codeOf({ versions: { en: { ...version(), blocks }, es: version("", "") } })).toBe(
      "REMINDER_BUTTON",
    );
    expect(await codeOf({ channels: [] })).toBe("REMINDER_CHANNEL_MISSING");
    for (const odd of [{ delay_days: 0 }, { delay_days: 1e9 }, { times_max: 11 }, { repeat_days: 0.5 }])
      expect((await save(odd)).status).toBe(400);
    expect((await save({}, "no_such_rule")).status).toBe(400);
    expect((await save({}, "no%00rule")).status).toBe(400);
  });

  it("say why one is switched on or off, once, with a fresh proof", async () => {
    expect((await act("switch", { is_on: true, reason: " " })).body.code).toBe("REMINDER_REASON_MISSING");
    await prove("1 day");
    expect((await act("switch", { is_on: true, reason: "Try it" })).body.code).toBe(
      "REAUTHENTICATION_REQUIRED",
    );
    await prove();
    const turn = () => act("switch", { is_on: true, reason: "Try it" });
    const both = await Promise.all([turn(), turn()]);
    expect(both.map(({ body }) => body.is_on)).toEqual([true, true]);
    expect((await act("switch", { is_on: false, reason: "Enough" })).body.is_on).toBe(false);
    const events = (await eventsOf(app)).filter(({ name }) => name.startsWith("reminder.switched"));
    expect(events.map(({ name, payload }) => [name, payload])).toEqual([
      ["reminder.switched_on", { rule: "no_profile", reason: "Try it" }],
      ["reminder.switched_off", { rule: "no_profile", reason: "Enough" }],
    ]);
  });

  it("count whom one would reach, and send nothing by it", async () => {
    const reach = async (more: object = {}) =>
      (await act("reach", { delay_days: 3, channels: ["in_app"], ...more })).body;
    expect(await reach()).toEqual({ count: 0, sample: [], is_complete: true });
    const emails = [];
    for (let n = 0; n < 6; n++) emails.push((await app.signUp()).email);
    await app.platform.db.execute(
      sql`update users set created_at = now() - interval '4 days' where id <> ${founder.id}`,
    );
    const { count, sample } = await reach();
    expect([count, sample.length, emails.includes(sample[0])]).toEqual([6, 5, true]);
    expect(await reach({ delay_days: 5 })).toMatchObject({ count: 0 });
    expect(await reach({ channels: ["push"] })).toMatchObject({ count: 0 });
    expect(await reach({ channels: ["email"] })).toMatchObject({ count: 0 });
    expect(await reach({ channels: [] })).toMatchObject({ count: 0 });
    for (const rule of ["quota_near", "premium_ending"])
      expect((await act("reach", { delay_days: 3, channels: ["in_app"] }, rule)).body.count).toBe(0);
    expect(await rowsOf(app.platform.db, sql`select from reminder_receipts`)).toEqual([]);
  });

  it("are tried on oneself in each language, and looked at as an e-mail with what's typed as text", async () => {
    expect((await act("test", {}, "no_clicks")).body).toEqual({ to: founder.email });
    const { items } = (await founder.api("GET", "/notifications")).body;
    const texts = items.map(({ text }: { text: string }) => text);
    expect(texts).toContain("Your links haven’t been clicked yet");
    expect(texts).toContain("Tus enlaces aún no han recibido clics");
    const mail = await app.mailTo(founder.email, /Tus enlaces/);
    expect(mail.text).toContain("Has recibido este correo");
    const asked = { version: version("<b>Hi</b>", "One\n\nTwo"), language: "es" };
    const { body } = await act("preview", asked, "domain_problem");
    expect(body.subject).toBe("<b>Hi</b>");
    expect(body.html).toContain("&lt;b&gt;Hi&lt;/b&gt;");
    expect(body.text).toContain("/dashboard/settings/domains");
  });

  it("don't exist for anybody else", async () => {
    const person = await app.signUp();
    for (const role of ["user", "moderator", "support", "finance"]) {
      await app.platform.db.execute(sql`update users set role = ${role} where id = ${person.id}`);
      expect((await person.api("GET", "/admin/reminders")).status).toBe(404);
    }
  });
});
