// @project server-postgres
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { purgeProfiles } from "#src/features/pages/profiles/trash/trash.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { REPORT_NUMBER_PATTERN } from "./rules.ts";
import { pageReports } from "./tables.ts";

let app: TestApp;
let owner: Client;
let profile: { id: string; username: string };

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
});
afterAll(() => app?.close());

/** Everyone gets a different IP address, so that no test uses up another one's attempts. */
let last = 0;
const address = () => ({ "x-forwarded-for": `198.51.${++last % 250}.7` });

const report = (body: object, from = address()) => app.visitor().call("POST", "/api/v1/reports", body, from);
const send = (fields: Record<string, string>, headers: Record<string, string> = address()) =>
  app.visitor().call("POST", "/help/report", new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
    ...headers,
  });
async function rowOf(number: string) {
  const [row] = await app.platform.db.select().from(pageReports).where(eq(pageReports.number, number));
  return row;
}

describe("reporting a page through the API", () => {
  it("stores an open report under a number", async () => {
    const { status, body } = await report({
      username: `https://fan.example/${profile.username.toUpperCase()}`,
      reason: "scam",
      details: "Asks for my <script>x()</script>password",
      email: " Nora@Example.com ",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      number: expect.stringMatching(REPORT_NUMBER_PATTERN),
      status_url: expect.stringContaining("/help/report/status/"),
    });
    expect(await rowOf(body.number)).toMatchObject({
      username: profile.username,
      profile_id: profile.id,
      reason: "scam",
      details: "Asks for my password",
      reporter_email: "nora@example.com",
    });
  });

  it("stores an unknown page as text", async () => {
    const { body } = await report({ username: "the red one", reason: "other", details: "It is gone." });
    expect(await rowOf(body.number)).toMatchObject({ username: "the red one", profile_id: null });
  });

  it("stores a form that's sent twice only once", async () => {
    const fields = { id: randomUUID(), username: "mia", reason: "spam" };
    const from = address();
    const [first, second] = await Promise.all([report(fields, from), report(fields, from)]);
    expect(first.body.number).toBe(second.body.number);
    expect(
      (await app.platform.db.select().from(pageReports)).filter(({ id }) => id === fields.id),
    ).toHaveLength(1);
  });

  it.each([
    [{ username: " ", reason: "spam" }, "PAGE_MISSING"],
    [{ username: "mia", reason: "" }, "REASON_MISSING"],
    [{ username: "mia", reason: "boring" }, "REASON_MISSING"],
    [{ username: "mia", reason: "other", details: " " }, "DETAILS_MISSING"],
    [{ username: "mia", reason: "spam", email: "nobody" }, "EMAIL_INVALID"],
  ])("refuses %j", async (body, code) => {
    const answer = await report(body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  it("is limited to 20 an hour from one IP address", async () => {
    const from = address();
    for (let sent = 0; sent < 20; sent++) {
      expect((await report({ username: "mia", reason: "spam" }, from)).status).toBe(201);
    }
    const answer = await report({ username: "mia", reason: "spam" }, from);
    expect([answer.status, answer.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect((await report({ username: "mia", reason: "spam" })).status).toBe(201);
    expect((await send({ username: "mia", reason: "spam" }, from)).body).toContain("Too many attempts.");
  });

  it("stores nothing from programs that fill in what people don't see, and answers as usual", async () => {
    const { status, body } = await report({
      username: "mia",
      reason: "spam",
      website: "https://spam.example",
    });
    expect(status).toBe(201);
    expect(body.number).toMatch(REPORT_NUMBER_PATTERN);
    expect(await rowOf(body.number)).toBeUndefined();
  });
});

describe("reporting a page through the form", () => {
  it("works without JavaScript: the form, the report, its number", async () => {
    const page = await app.visitor().call("GET", `/help/report?page=${profile.username}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain(`value="${profile.username}"`);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'sha256-/,
    );
    const [, id = ""] = /name="id" value="([0-9a-f-]{36})"/.exec(page.body) ?? [];
    const answer = await send({
      id,
      username: profile.username,
      reason: "hate",
      details: "",
      email: "",
      website: "",
    });
    expect(answer.status).toBe(303);
    const [, number = ""] =
      /^\/help\/report\/thanks\?number=([^&]+)&follow=/.exec(answer.headers.get("location") ?? "") ?? [];
    expect(await rowOf(number)).toMatchObject({
      id,
      profile_id: profile.id,
      reason: "hate",
      reporter_email: null,
    });
    const thanks = await app.visitor().call("GET", answer.headers.get("location") ?? "");
    expect(thanks.body).toContain(number);
    const [, follow = ""] = /href="(\/help\/report\/status\/[^"]+)"/.exec(thanks.body) ?? [];
    const status = await app.visitor().call("GET", follow);
    expect(status.body).toContain("waiting for a person to look");
    expect(status.body).toContain(number);
    const guessed = await app.visitor().call("GET", `${follow.slice(0, -4)}AAAA`);
    expect(guessed.status).toBe(404);
  });

  it("comes back with what was typed, as text, and says what's missing", async () => {
    const answer = await send({
      username: `mia"><script>x</script>`,
      reason: "other",
      details: "",
      email: "a@b.example",
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatch(
      /<textarea[^>]*aria-describedby="report-problem"[^>]*><\/textarea><p class="problem"[^>]*>Tell us what’s wrong\./,
    );
    expect(answer.body).toContain('value="a@b.example"');
    expect(answer.body.match(/<input[^>]*checked[^>]*>/g)).toEqual([
      expect.stringContaining('value="other"'),
    ]);
    expect(answer.body).toContain("mia&quot;&gt;&lt;script&gt;");
    expect(answer.body).not.toContain('mia"><script');
  });

  it("can't be submitted by another site", async () => {
    const answer = await send(
      { username: "mia", reason: "spam" },
      { ...address(), origin: "https://evil.example" },
    );
    expect(answer.status).toBe(403);
  });

  it("shows no number that it couldn't have issued", async () => {
    const thanks = await app.visitor().call("GET", "/help/report/thanks?number=call+0900-1234");
    expect(thanks.status).toBe(200);
    expect(thanks.body).not.toContain("0900");
  });

  it("is in the share sheet of every public page", async () => {
    const { body } = await app.visitor().call("GET", `/${profile.username}`);
    expect(body).toContain(`/help/report?page=${profile.username}"`);
    expect(body).toContain("Report this page");
  });
});

it("reports don't outlive the profile that they're about", async () => {
  const gone = (await owner.api("POST", "/profiles", { name: "Gone" })).body;
  const about = async (username: string) =>
    (await report({ username, reason: "spam", email: "nora@example.com" })).body.number as string;
  const [lost, kept] = [await about(gone.username), await about(profile.username)];
  await owner.api("DELETE", `/profiles/${gone.id}`);
  app.clock.advance(31 * DAY_MS);
  await purgeProfiles(app.platform);
  await vi.waitUntil(async () => (await rowOf(lost)) === undefined, { timeout: 20_000 });
  expect(await rowOf(kept)).toMatchObject({ profile_id: profile.id });
});
