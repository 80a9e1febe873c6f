// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

const DOWNLOAD = "https://files.example/pack.zip?a=1&b=2";

let app: TestApp;
let owner: Client;
let profileId: string;
let username: string;
let visitors = 0;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  await app.signUp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  username = `mia${++visitors}`;
  profileId = (await owner.api("POST", "/profiles", { name: username })).body.id;
  await change({ screensaver_enabled: true, screensaver_link: DOWNLOAD, lead_capture_enabled: true });
});

async function change(settings: Record<string, unknown>) {
  const answer = await owner.api("PATCH", `/profiles/${profileId}`, settings);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Posts the form as a browser without JavaScript does. */
function post(fields: Record<string, string>, headers: Record<string, string> = {}, name = username) {
  const body = new URLSearchParams({ name: "Nora", email: "nora@example.com", subject: "", ...fields });
  return app.visitor().call("POST", `/${name}/lead`, body.toString(), {
    "content-type": "application/x-www-form-urlencoded",
    "x-forwarded-for": `81.3.${Math.floor(visitors / 250)}.${visitors % 250}`,
    ...headers,
  });
}

const read = (path: string) => app.visitor().call("GET", path);
const leads = () =>
  // biome-ignore lint/suspicious/noExplicitAny: a row as it is stored
  rowsOf<any>(app.platform.db, sql`select * from fan_leads where profile_id = ${profileId}`);

describe("the lead form without JavaScript", () => {
  it("§2 leads on to a thank-you card whose button opens the download in a new tab", async () => {
    const page = await read(`/${username}`);
    expect(page.body).toMatch(new RegExp(`<form [^>]*action="/${username}/lead" method="post"`));
    expect(page.body).not.toContain("files.example");
    const sent = await post({});
    expect(sent.status).toBe(303);
    const thanks = await read(sent.headers.get("location") ?? "");
    expect(thanks.status).toBe(200);
    expect(thanks.body).toContain("Thank You!");
    expect(thanks.body).toMatch(
      /<a class="get" href="https:\/\/files\.example\/pack\.zip\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Download Screensaver Now<\/a>/,
    );
    expect(thanks.body).toContain("Thank you! Your screensaver download will begin shortly.");
    expect(thanks.body).toContain('content="noindex"');
    expect(thanks.headers.get("cache-control")).toBe("no-store");
    expect(await leads()).toMatchObject([{ email: "nora@example.com", referrer_host: "" }]);
  });

  it("§8 tells people who have signed up before, and counts that as a success", async () => {
    await post({});
    const again = await post({ name: "Someone else" });
    expect(again.status).toBe(303);
    const thanks = await read(again.headers.get("location") ?? "");
    expect(thanks.body).toContain("You&#x27;re already signed up! Check your email for the screensaver.");
    expect(thanks.body).toContain("Download Screensaver Now");
    expect(await leads()).toMatchObject([{ name: "Nora" }]);
  });

  it.each([
    [{ name: " " }, "name", "Enter your name."],
    [{ email: "" }, "email", "Enter your e-mail address."],
    [{ email: "nora@" }, "email", "That’s not an e-mail address. Check it for typos."],
    [{ phone: "" } as Record<string, string>, "phone", "Please provide your phone number"],
  ])(
    "§5 shows the form again with %j, keeps what was typed, and says at the %s: '%s'",
    async (fields, name, sentence) => {
      await change({ collect_phone_enabled: true, phone_required: true });
      const answer = await post({ name: '"><b>Nora', phone: "+1 555 0100", ...fields });
      expect(answer.status).toBe(400);
      const [input = ""] = new RegExp(`<input id="lead-${name}"[^>]*>`).exec(answer.body) ?? [];
      expect(input).toMatch(/aria-invalid="true" aria-describedby="lead-\w+-problem" autofocus=""/i);
      expect(answer.body).toContain(`<p class="problem" id="lead-${name}-problem" lang="en">${sentence}</p>`);
      expect(answer.body.match(/class="problem"/g)).toHaveLength(1);
      const isMissing = "name" in fields || fields.email === "";
      expect(answer.body.includes("Missing Information: Please fill in all required fields.")).toBe(
        isMissing,
      );
      if (!("name" in fields)) expect(answer.body).toContain('value="&quot;&gt;&lt;b&gt;Nora"');
      if (!("phone" in fields)) expect(answer.body).toContain('value="+1 555 0100"');
      expect(answer.headers.get("content-security-policy")).toContain("form-action 'self'");
      expect(await leads()).toEqual([]);
    },
  );

  it.each([
    ["in the look of its page", true],
    ["even when the page was not in memory", false],
  ])("comes back with what was typed while the database is down, %s", async (_, isKept) => {
    await change({ lead_capture_title: "Join the band", collect_phone_enabled: true });
    if (isKept) await read(`/${username}`);
    await app.platform.db.execute(sql`alter table client_profiles rename to out_of_reach`);
    const answer = await post({ name: "Nora <3", phone: "+1 555 0100" });
    await app.platform.db.execute(sql`alter table out_of_reach rename to client_profiles`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(answer.body).toContain("Something went wrong. Please try again. What you typed is still here.");
    for (const typed of ["Nora &lt;3", "nora@example.com", "+1 555 0100"]) {
      expect(answer.body).toContain(`value="${typed}"`);
    }
    expect(answer.body).toContain(`action="/${username}/lead"`);
    expect(answer.body.includes("Join the band")).toBe(isKept);
    expect((await post({})).status).toBe(303);
  });

  it("gives the download only to people who have sent the form", async () => {
    const location = (await post({})).headers.get("location") ?? "";
    const token = location.split("t=")[1] ?? "";
    const other = (await owner.api("POST", "/profiles", { name: `${username}other` })).body.username;
    for (const path of [`/${username}/thank-you`, `/${username}/thank-you?t=${token}x`]) {
      const answer = await read(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, `/${username}`]);
    }
    expect((await read(`/${other}/thank-you?t=${token}`)).headers.get("location")).toBe(`/${other}`);
    app.clock.advance(61 * 60_000);
    expect((await read(location)).headers.get("location")).toBe(`/${username}`);
  });

  it("thanks programs that fill in fields people don't see, and stores nothing", async () => {
    const sent = await post({ subject: "Cheap watches" });
    expect(sent.headers.get("location")).toContain("/thank-you?t=");
    expect(await leads()).toEqual([]);
  });

  it("accepts forms from other sites, and records which one it was", async () => {
    const from = { origin: "https://blog.example", referer: "https://blog.example/post/1" };
    expect((await post({}, from)).status).toBe(303);
    expect(await leads()).toMatchObject([{ referrer_host: "blog.example" }]);
  });

  it("leads back to the page if the form is gone, and to the new name of a renamed page", async () => {
    await change({ username: `${username}new` });
    const renamed = await post({});
    expect(renamed.headers.get("location")).toContain(`/${username}new/thank-you?t=`);
    await change({ lead_capture_enabled: false });
    const closed = await post({ email: "late@example.com" });
    expect([closed.status, closed.headers.get("location")]).toEqual([303, `/${username}new`]);
    expect((await read(`/${username}new/lead`)).headers.get("location")).toBe(`/${username}new`);
  });

  it("says so if it was sent too often, and doesn't find what doesn't exist", async () => {
    const crowd = { "x-forwarded-for": "9.9.9.9" };
    for (let n = 0; n < 60; n++) await post({ email: "" }, crowd);
    const answer = await post({}, crowd);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatch(/role="alert" lang="en">Too many attempts\. Try again in \d+ minutes\./);
    expect(answer.body).toContain('value="nora@example.com"');
    expect((await post({}, {}, "nobodyhere")).status).toBe(404);
    expect((await post({}, {}, "api")).status).toBe(404);
    expect((await read("/nobodyhere/thank-you")).status).toBe(404);
  });
});
