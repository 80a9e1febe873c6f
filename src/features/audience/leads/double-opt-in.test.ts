// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";

let app: TestApp;
let owner: Client;
let page: { id: string; username: string };
let fans = 0;
let fan: string;

beforeAll(async () => {
  app = await startApp({ TRUSTED_PROXIES: "loopback" });
  await app.signUp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  fan = `nora${++fans}@fans.example`;
  owner = await app.signUp({ name: "Mia Moreno" });
  page = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  const form = { lead_capture_enabled: true, collect_without_download: true, confirm_sign_ups: true };
  await owner.api("PATCH", `/profiles/${page.id}`, form);
});

const signUp = () =>
  app.visitor().api("POST", "/rpc/insert_fan_lead", { p_profile_id: page.id, p_name: "Nora", p_email: fan });
const ordered = async () =>
  (
    await rowsOf(
      app.platform.db,
      sql`select 1 from mails where template = 'leads.confirm' and recipient = ${fan}`,
    )
  ).length;
async function link(): Promise<string> {
  const { text } = await app.mailTo(fan, /^Confirm/);
  return app.url + new URL(/https?:\/\/\S+\/u\/confirm\/\S+/.exec(text)?.[0] ?? "").pathname;
}
const open = async (url: string, method = "GET") => {
  const answer = await fetch(url, { method, headers: { accept: "text/html" } });
  return { status: answer.status, text: await answer.text() };
};
const contact = async () => (await owner.api("GET", "/contacts")).body.items[0];

describe("a form that asks for confirmation", () => {
  it("sends the download once they've confirmed", async () => {
    const download = { screensaver_enabled: true, screensaver_link: "https://files.example/pack.zip" };
    await owner.api("PATCH", `/profiles/${page.id}`, download);
    await signUp();
    const url = await link();
    const downloads = () =>
      rowsOf(
        app.platform.db,
        sql`select 1 from mails where template = 'leads.download' and recipient = ${fan}`,
      );
    expect(await downloads()).toEqual([]);
    await open(url, "POST");
    expect((await app.mailTo(fan, /^Your/)).text).toContain("pack.zip");
    expect(await downloads()).toHaveLength(1);
  });

  it("puts people on the list once they've pressed the button behind the link", async () => {
    expect((await signUp()).body).toMatchObject({ confirm: true, download_url: null });
    expect(await contact()).toMatchObject({ status: "unconfirmed" });
    const url = await link();
    expect(await open(url)).toMatchObject({ status: 200, text: expect.stringContaining(fan) });
    expect(await contact()).toMatchObject({ status: "unconfirmed" });
    expect((await open(url, "POST")).text).toContain("on the list");
    expect((await open(url, "POST")).status).toBe(200);
    const { id } = await contact();
    const { status, consents } = (await owner.api("GET", `/contacts/${id}`)).body;
    expect(status).toBe("confirmed");
    expect(consents).toMatchObject([
      { state: "confirmed", method: "form", confirmed_at: expect.any(String) },
    ]);
    const told = (await eventsOf(app)).filter(
      ({ subject, name }) => subject === id && /confirmed/.test(name),
    );
    expect(told).toHaveLength(1);
    // Whoever types the address of someone who has confirmed changes nothing.
    expect((await signUp()).body.data).toEqual({ download_url: null });
    expect((await contact()).status).toBe("confirmed");
  });

  it("keeps what they signed up with, and their browser's language", async () => {
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1";
    const fields = { p_profile_id: page.id, p_name: "Nora", p_email: fan };
    await fetch(`${app.url}/api/v1/rpc/insert_fan_lead`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": phone,
        "accept-language": "en;q=0.5, pt-BR, *;q=0.1",
      },
      body: JSON.stringify(fields),
    });
    expect((await contact()).last_touch).toMatchObject({ device: "mobile", language: "pt" });
  });

  it("leaves people alone who get e-mail already, whoever types their address", async () => {
    await owner.api("POST", "/contacts", { email: fan });
    expect((await signUp()).body.confirm).not.toBe(true);
    expect(await contact()).toMatchObject({ status: "new", first_touch: { profile_id: page.id } });
    expect(await ordered()).toBe(0);
  });

  it("asks again three times a day, and whoever unsubscribed stays off until they press it", async () => {
    await signUp();
    await suppress(app.platform, { account: owner.id, email: fan, reason: "unsubscribe" });
    for (let times = 0; times < 4; times++)
      expect((await signUp()).body.data).toEqual({ download_url: null, confirm: true });
    expect(await ordered()).toBe(3);
    expect((await contact()).status).toBe("unsubscribed");
    await open(await link(), "POST");
    expect((await contact()).status).toBe("confirmed");
  });

  it("sends nothing to who complained, and says when a link has expired or isn't ours", async () => {
    await signUp();
    const url = await link();
    app.clock.advance(13 * DAY_MS);
    expect((await open(url)).status).toBe(200);
    app.clock.advance(2 * DAY_MS);
    expect(await open(url, "POST")).toMatchObject({ status: 410, text: expect.stringContaining("expired") });
    expect((await contact()).status).toBe("unconfirmed");
    const forged = `${url.slice(0, -4)}AAAA`;
    expect([(await open(forged)).status, (await open(`${forged}x`, "POST")).status]).toEqual([404, 404]);
    await suppress(app.platform, { account: owner.id, email: fan, reason: "complaint" });
    const before = await ordered();
    await signUp();
    expect(await ordered()).toBe(before);
  });

  it("says what's left to do without JavaScript, too", async () => {
    const body = new URLSearchParams({ name: "Nora", email: fan, subject: "" }).toString();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const posted = await app.visitor().call("POST", `/${page.username}/lead`, body, type);
    const thanks = await app.visitor().call("GET", posted.headers.get("location") ?? "");
    expect(thanks.body).toContain("Check your inbox");
  });
});
