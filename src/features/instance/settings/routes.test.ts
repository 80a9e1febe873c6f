// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstIdAt } from "#src/lib/ids.ts";
import { SETTING_GROUPS } from "#src/lib/setting.ts";
import { instanceSettings } from "#src/node/slices.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ SUPPORT_ADDRESS: "help@example.com" });
  founder = await app.signUp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const save = (values: Record<string, string | null>, who = founder) =>
  who.api("PATCH", "/settings", { values });
const read = async (path: string) => (await app.visitor().call("GET", path)).body as string;

async function find(name: string) {
  const { items } = (await founder.api("GET", "/settings")).body;
  return items.find((item: { name: string }) => item.name === name);
}

it("settings say what they are and who set them", async () => {
  expect(await find("instance_name")).toMatchObject({
    label: "Name",
    value: "Fanfare",
    default: "Fanfare",
    source: "default",
    variable: "INSTANCE_NAME",
  });
  expect(await find("support_address")).toMatchObject({ value: "help@example.com", source: "environment" });
});

it("an instance shows its name, color, and logo wherever it names itself, at once", async () => {
  const { username } = (await owner.api("POST", "/profiles", { name: "Shown" })).body;
  expect(await read(`/${username}`)).toContain("Powered by <b>Fanfare</b>");
  expect(await read("/")).toContain("Fanfare");
  const logo = "/media/0199d3a0-7c1e-7b52-9a41-2f6c0e8d4b17.webp";
  const values = { instance_name: " Bravo ", logo, brand_color: "#0A6640", accent_color: "#ffe08a" };
  expect((await save(values)).status).toBe(200);
  expect(await read(`/${username}`)).toContain("Powered by <b>Bravo</b>");
  const landing = await read("/");
  expect(landing).toContain("<title>Bravo: make an entrance with one link</title>");
  expect(landing).toContain("--accent:#0a6640");
  expect(landing).toContain("--brass:#ffe08a");
  expect(landing).toContain(`<link rel="icon" href="${logo}"/>`);
  expect(landing).not.toContain("Fanfare");
  expect((await app.visitor().api("GET", "/instance")).body).toMatchObject({
    name: "Bravo",
    logo,
    brand_color: "#0a6640",
  });
  expect((await app.visitor().call("GET", "/manifest.json")).body).toMatchObject({
    name: "Bravo",
    theme_color: "#0a6640",
    icons: [{ src: logo }],
  });
  expect((await app.visitor().call("GET", "/api/v1/openapi.json")).body.info.title).toBe("Bravo API");
  expect(await read("/api/v1/docs")).toContain("Bravo");
  expect(await find("instance_name")).toMatchObject({ source: "founder" });
  expect(
    (await save({ instance_name: null, logo: null, brand_color: null, accent_color: null })).status,
  ).toBe(200);
  expect(await read(`/${username}`)).toContain("Powered by <b>Fanfare</b>");
  expect(await read("/")).not.toContain("--accent:#0a6640");
});

it("e-mail comes from the sender set at that time, and names the instance", async () => {
  await save({ instance_name: "Bravo", mail_from: "Bravo <hello@bravo.example>" });
  const { email } = await app.signUp();
  expect((await app.mailTo(email)).subject).toBe("Confirm your e-mail address for Bravo");
  await save({ instance_name: null, mail_from: null });
});

it("simultaneous saves of the same settings in different orders all succeed", async () => {
  const saves = Array.from({ length: 12 }, (_, at) => {
    const values = [
      ["instance_name", `Name ${at}`],
      ["google_analytics_id", `G-${at}`],
      ["landing_stats", `${at} creators`],
    ];
    return save(Object.fromEntries(at % 2 ? values : values.reverse()));
  });
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200));
  await save({ instance_name: null, google_analytics_id: null, landing_stats: null });
});

it("pages load the instance's measurement ID, and the home page shows the founder's figures", async () => {
  await save({ google_analytics_id: "G-ABC123", landing_stats: "300 creators" });
  const { username } = (await owner.api("POST", "/profiles", { name: "Measured" })).body;
  expect(await read(`/${username}`)).toContain("G-ABC123");
  expect(await read("/")).toContain("<b>300</b> <span>creators</span>");
  await save({ google_analytics_id: null, landing_stats: null });
  expect(await read(`/${username}`)).not.toContain("G-ABC123");
});

it.each([
  ["instance_name", "  ", "Give the instance a name."],
  ["instance_name", "\u200b", "Give the instance a name."],
  ["instance_name", "A\r\nB", "Remove line breaks and other characters that can’t be seen."],
  ["mail_from", "A\u202e <a@b.example>", "Remove line breaks and other characters that can’t be seen."],
  ["landing_stats", "300\u0000 creators", "Remove line breaks and other characters that can’t be seen."],
  [
    "brand_color",
    "#ffd000",
    "White text is hard to read on this color: its contrast is 1.5:1 and should be at least 4.5:1.",
  ],
  ["brand_color", "red", "Enter a hex color such as #602bc4."],
  [
    "accent_color",
    "#401000",
    "Dark text is hard to read on this color: its contrast is 1.1:1 and should be at least 4.5:1.",
  ],
  ["logo", "https://elsewhere.example/a.png", "Upload a picture for the logo."],
  ["mail_from", "nobody", "Enter an e-mail address, or a name with it in angle brackets."],
  ["demo_video_url", "javascript:alert(1)", "Enter a web URL such as https://example.com."],
  ["google_analytics_id", "UA-1", "A measurement ID is G- followed by uppercase letters or digits."],
  ["price", "1", "There’s no such setting."],
])("%s can't be %j, and nothing else in the form is saved", async (name, value, message) => {
  expect(await save({ instance_name: "Bravo", [name]: value })).toMatchObject({
    status: 400,
    body: { code: "SETTING_INVALID", message, data: { fields: { [name]: message } } },
  });
  expect(await find("instance_name")).toMatchObject({ value: "Fanfare", source: "default" });
});

it("a setting says who changed it, when, and what it was before, and all its changes can be looked at", async () => {
  const changesOf = async (name: string) =>
    (await founder.api("GET", `/settings/${name}/changes`)).body.items;
  expect((await find("second_factor_wait")).changed).toBeNull();
  expect(await changesOf("second_factor_wait")).toEqual([]);
  await save({ second_factor_wait: "48" });
  await save({ second_factor_wait: "72" });
  await save({ second_factor_wait: "72" });
  const { body } = await save({ second_factor_wait: null });
  const me = (await founder.api("GET", "/me")).body.name;
  const changed = { by: me, before: "72", at: expect.stringMatching(/^20.*Z$/) };
  expect((await find("second_factor_wait")).changed).toEqual(changed);
  expect(body.updated_at).toBe((await find("second_factor_wait")).changed.at);
  expect(await changesOf("second_factor_wait")).toMatchObject([
    { by: me, before: "72", after: "24" },
    { by: me, before: "48", after: "72" },
    { by: me, before: "24", after: "48" },
  ]);
});

it("a change from before changes were remembered says who and when, and not what", async () => {
  const actor = JSON.stringify({ type: "staff", id: randomUUID(), role: "admin" });
  await app.platform.db.execute(
    sql`insert into events (id, account, name, actor, subject, time, payload)
      values (${firstIdAt("2026-01-01T00:00:00.000Z")}, 'instance', 'setting.changed', ${actor}::jsonb, 'backup_hour', now(), '{}')`,
  );
  expect((await find("backup_hour")).changed).toMatchObject({ by: null, before: null });
});

it("nobody overwrites what somebody else has changed since they looked: they see it first", async () => {
  const seen = { instance_name: "Fanfare" };
  const first = founder.api("PATCH", "/settings", { values: { instance_name: "Alpha" }, seen });
  const second = founder.api("PATCH", "/settings", { values: { instance_name: "Beta" }, seen });
  const answers = await Promise.all([first, second]);
  const [refused] = answers.filter(({ status }) => status === 409);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(refused?.body.code).toBe("CHANGED_MEANWHILE");
  const { value } = await find("instance_name");
  const theirs = refused?.body.data.items.find(({ name }: { name: string }) => name === "instance_name");
  expect(theirs).toMatchObject({ value, changed: { before: "Fanfare" } });
  // What nobody else changed can be saved, and so can theirs once it was seen.
  const other = { values: { landing_stats: "real" }, seen: { landing_stats: "promised" } };
  expect((await founder.api("PATCH", "/settings", other)).status).toBe(200);
  const again = { values: { instance_name: null }, seen: { instance_name: value } };
  expect((await founder.api("PATCH", "/settings", again)).status).toBe(200);
  await save({ landing_stats: null });
});

it.each(["price", "\u0000", "__proto__"])("a setting named %j has no changes: there’s none", async (name) => {
  expect(await founder.api("GET", `/settings/${encodeURIComponent(name)}/changes`)).toMatchObject({
    status: 404,
    body: { code: "SETTING_NOT_FOUND" },
  });
});

describe("every setting of the typed list", () => {
  it("is on the screen, in a group", async () => {
    const { items } = (await founder.api("GET", "/settings")).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual(instanceSettings.map(({ name }) => name));
    expect(instanceSettings.length).toBeGreaterThan(20);
    for (const { name, group, label, hint } of items) {
      expect(SETTING_GROUPS, name).toContain(group);
      expect(`${label} ${hint}`, name).not.toMatch(/“(?:on|off|real|promised)”/);
    }
  });

  it("reads in Spanish, too", async () => {
    const say = await translatorFor("es");
    const texts = instanceSettings.flatMap(({ label, hint, input }) => {
      if (input.kind === "switch") return [label, hint, input.on, input.off];
      if (input.kind === "number") return [label, hint, input.unit, input.none ?? ""];
      if (input.kind !== "choice") return [label, hint];
      return [label, hint, input.own?.label ?? "", ...input.choices.map((choice) => choice.label)];
    });
    const words = texts.filter((text) => /[a-z]{3}/.test(text) && text !== "Logo");
    expect(words.filter((text) => say(text) === text)).toEqual([]);
  });

  it.each(instanceSettings.map((setting) => [setting.name, setting] as const))(
    "%s takes whatever its control can send, and its default is one of it",
    (_, setting) => {
      const { input, schema } = setting;
      const ok = (text: string) => schema.safeParse(text).success;
      expect(ok(setting.default)).toBe(true);
      if (input.kind === "switch") {
        expect([ok("on"), ok("off"), ["on", "off"].includes(setting.default)]).toEqual([true, true, true]);
      }
      if (input.kind === "choice") {
        const values = input.choices.map(({ value }) => value);
        expect(values.filter((value) => !ok(value))).toEqual([]);
        expect(values).toContain(setting.default);
        expect(ok("1, 2")).toBe(input.own !== undefined);
      }
      if (input.kind === "number") {
        const texts = [String(input.min), String(input.max), ...(input.none ? ["off"] : [])];
        expect(texts.filter((text) => !ok(text))).toEqual([]);
        expect([ok(String(input.min - 1)), ok(String(input.max + 1)), ok("off")]).toEqual([
          false,
          false,
          input.none !== undefined,
        ]);
      }
      if (input.kind === "list")
        expect([ok(""), ok(`${input.example}, ${input.example}`)]).toEqual([true, true]);
      if (input.kind === "color") expect(ok("#12345")).toBe(false);
    },
  );
});

it("nothing is stored under a name that isn’t a setting’s, whatever it is", async () => {
  for (const name of ["__proto__", "constructor", "toString", "\u0000", "x".repeat(61)]) {
    const values = JSON.parse(`{"instance_name": "Fanfare", ${JSON.stringify(name)}: "x"}`);
    await founder.api("PATCH", "/settings", { values, seen: values });
    await founder.api("PATCH", "/settings", {
      values: { instance_name: null },
      seen: JSON.parse(`{"__proto__": "x"}`),
    });
  }
  const rows = await rowsOf<{ name: string }>(app.platform.db, sql`select name from settings order by name`);
  const known = new Set(instanceSettings.map((setting) => setting.name));
  expect(rows.filter(({ name }) => !known.has(name))).toEqual([]);
});

it("what the environment says stays as it is", async () => {
  expect(await save({ support_address: "other@example.com", instance_name: "Bravo" })).toMatchObject({
    status: 409,
    body: {
      code: "SETTING_FIXED",
      message: "SUPPORT_ADDRESS is set in this instance’s environment. Change it there and restart.",
    },
  });
  expect(await find("instance_name")).toMatchObject({ value: "Fanfare" });
});

it("settings don't exist for anyone but the founder", async () => {
  expect((await owner.api("GET", "/settings")).status).toBe(404);
  expect((await owner.api("GET", "/settings/logo/changes")).status).toBe(404);
  expect((await save({ instance_name: "Mine" }, owner)).status).toBe(404);
  expect((await owner.call("GET", "/admin/settings")).status).toBe(404);
});

it("visitors hidden by a proxy that isn't trusted are told once in the log, and here with the line to set", async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const settings = { TRUSTED_PROXIES: "none", LOG_LEVEL: "warn", SMTP_ULR: "smtp://mail.example.com" };
  const hidden = await startApp(settings, { logTo });
  // A name with a typo is told there, too.
  expect(lines.join("")).toContain("SMTP_ULR isn't a setting. Did you mean SMTP_URL?");
  const staff = await hidden.signUp();
  const notices = async () => (await staff.api("GET", "/settings")).body.notices;
  expect(await notices()).toEqual([]);
  for (let visit = 1; visit < 9; visit++)
    await hidden.visitor().call("GET", "/api/v1/ip", undefined, { "x-forwarded-for": `81.2.69.${visit}` });
  expect(await notices()).toEqual([
    { message: expect.stringContaining("All visitors count as one"), line: "TRUSTED_PROXIES=loopback" },
  ]);
  expect(lines.filter((line) => line.includes("TRUSTED_PROXIES=loopback"))).toHaveLength(1);
  await hidden.close();
});
