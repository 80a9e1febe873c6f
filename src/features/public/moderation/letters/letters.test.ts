// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { caseLetterUrl } from "../letter-links.ts";

let app: TestApp;
let founder: Client;
let moderator: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
  moderator = await app.signUp();
  await app.platform.db.execute(sql`update users set role = 'moderator' where id = ${moderator.id}`);
});
afterAll(() => app?.close());
afterEach(() => app.clock.set(new Date()));

async function reported() {
  const owner = await app.signUp();
  const page = (await owner.api("POST", "/profiles", { name: `Page${randomUUID().slice(0, 8)}` })).body;
  const report = { username: page.username, reason: "scam", email: "r@reporters.example" };
  const { body } = await app.visitor().call("POST", "/api/v1/reports", report, from());
  const { items } = (await founder.api("GET", "/admin/cases")).body;
  const { id } = items.find((one: { username: string }) => one.username === page.username);
  return { owner, page, id, follow: new URL(body.status_url).pathname };
}

let last = 0;
const from = () => ({ "x-forwarded-for": `198.${++last % 250}.100.9` });
const pathIn = (text: string) => /https?:\/\/[^/]+(\/help\/case\/[\w-]+)/.exec(text)?.[1] ?? "";
const open = (path: string) => app.visitor().call("GET", path, undefined, from());
const send = (path: string, fields: Record<string, string>, headers = {}) =>
  app.visitor().call("POST", path, new URLSearchParams(fields).toString(), {
    ...{ "content-type": "application/x-www-form-urlencoded", ...from() },
    ...headers,
  });
const letterTo = ({ id: owner_id }: Client, id: string) =>
  new URL(caseLetterUrl(app.platform, { id, owner_id })).pathname;
const decide = (who: Client, id: string, body: object) => who.api("POST", `/admin/cases/${id}/decide`, body);
const appeal = (who: Client, id: string, body: object) => who.api("POST", `/admin/cases/${id}/appeal`, body);
const WHY = { ground: "terms", facts: "It asks for <script>passwords</script>" };

describe("a question to a page's owner", () => {
  it("is answered by a link, without signing in, once", async () => {
    const { owner, id, page } = await reported();
    const asked = { question: "Is it <b>yours</b>?" };
    expect((await moderator.api("POST", `/admin/cases/${id}/ask`, asked)).body).toEqual({ state: "waiting" });
    const path = pathIn((await app.mailTo(owner.email, new RegExp(`question.*${page.username}`))).text);
    expect((await open(path)).body).toContain("Is it &lt;b&gt;yours&lt;/b&gt;?");
    expect((await send(path, { text: " " })).status).toBe(400);
    expect((await send(path, { text: "x" }, { origin: "https://evil.example" })).status).toBe(403);
    expect((await send(path, { text: "Yes <script>alert(1)</script>\0" })).status).toBe(303);
    await send(path, { text: "Something else" });
    const { body } = await founder.api("GET", `/admin/cases/${id}`);
    expect(body).toMatchObject({ state: "open", assignee: { id: moderator.id } });
    expect(body.answer).not.toContain("Something else");
    expect((await open(path)).body).toContain("We’ve got your answer");
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual([
      "case.owner_asked",
      "case.owner_answered",
    ]);
  });
});

describe("an appeal", () => {
  it("is written by the link in the decision, and decided by someone else, who gives everything back", async () => {
    const { owner, id, page, follow } = await reported();
    await decide(moderator, id, { decision: "hide_page", ...WHY });
    expect((await app.visitor().call("GET", `/${page.username}`)).status).toBe(410);
    expect((await open(follow)).body).toContain("The page was hidden");
    const path = pathIn((await app.mailTo(owner.email, new RegExp(`decision.*${page.username}`))).text);
    expect((await open(path)).body).toContain("&lt;script&gt;passwords");
    expect((await appeal(founder, id, { outcome: "upheld", reason: "x" })).body.code).toBe("APPEAL_MISSING");
    expect((await send(path, { act: "appeal", text: "" })).status).toBe(400);
    expect((await send(path, { act: "appeal", text: "It’s a game" })).status).toBe(303);
    expect((await send(path, { act: "appeal", text: "Again" })).status).toBe(303);
    await app.mailTo(founder.email, new RegExp(`Appeal about /${page.username}`));
    const listed = (await founder.api("GET", "/admin/cases?state=appealed")).body.items;
    expect(listed.map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await moderator.api("GET", `/admin/cases/${id}`)).body).toMatchObject({
      ...{ appeal: "It’s a game", can_decide_appeal: false },
    });
    const overturned = { outcome: "overturned", reason: "It is a game." };
    expect((await appeal(moderator, id, overturned)).body.code).toBe("APPEAL_OWN");
    expect((await appeal(founder, id, { ...overturned, reason: " " })).body.code).toBe("ANSWER_MISSING");
    expect((await appeal(founder, randomUUID(), overturned)).body.code).toBe("CASE_NOT_FOUND");
    const answers = await Promise.all([appeal(founder, id, overturned), appeal(founder, id, overturned)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await app.visitor().call("GET", `/${page.username}`)).status).toBe(200);
    expect((await app.mailTo(owner.email, /Your appeal/)).text).toContain("The decision was taken back");
    expect((await open(follow)).body).toContain("the decision was taken back");
    expect((await open(path)).body).toContain("It is a game.");
  });

  it("leaves what another decision took as well", async () => {
    const { owner, id, page } = await reported();
    await decide(founder, id, { decision: "hide_page", ...WHY });
    await app.visitor().call("POST", "/api/v1/reports", { username: page.username, reason: "spam" }, from());
    const [again] = (await founder.api("GET", "/admin/cases")).body.items.filter(
      (one: { username: string }) => one.username === page.username,
    );
    await decide(founder, again.id, { decision: "hide_page", ...WHY });
    await send(letterTo(owner, id), { act: "appeal", text: "No" });
    expect((await appeal(moderator, id, { outcome: "overturned", reason: "x" })).status).toBe(200);
    expect((await app.visitor().call("GET", `/${page.username}`)).status).toBe(410);
  });

  it("is about staff for the founder only", async () => {
    const { owner, id } = await reported();
    await decide(moderator, id, { decision: "hide_page", ...WHY });
    await send(letterTo(owner, id), { act: "appeal", text: "No" });
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${owner.id}`);
    for (const who of [owner, moderator])
      expect((await appeal(who, id, { outcome: "overturned", reason: "x" })).status).toBe(403);
  });

  it("can't be guessed, ends after six months, and belongs to the owner of the decision", async () => {
    const { owner, id } = await reported();
    await decide(founder, id, { decision: "hide_page", ...WHY });
    const url = letterTo(owner, id);
    for (const token of ["x", randomUUID(), url.slice(11, -2), "%00", "x".repeat(5000)])
      expect((await open(`/help/case/${token}`)).status).toBe(404);
    expect((await open(letterTo(founder, id))).status).toBe(404);
    app.clock.advance(184 * DAY_MS);
    expect((await open(url)).status).toBe(404);
    expect((await send(url, { act: "appeal", text: "No" })).status).toBe(404);
  });

  it("can't be tried endlessly", async () => {
    const address = { "x-forwarded-for": "203.0.113.77" };
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++)
      statuses.push((await app.visitor().call("GET", "/help/case/guess", undefined, address)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});

describe("a report's number", () => {
  const send = (fields: Record<string, string>, address: object = from()) =>
    app.visitor().call("POST", "/help/report/status", new URLSearchParams(fields).toString(), {
      ...{ "content-type": "application/x-www-form-urlencoded", ...address },
    });
  const sent = async (email?: string) => {
    const report = { username: `nobody${randomUUID().slice(0, 8)}`, reason: "spam", email };
    return (await app.visitor().call("POST", "/api/v1/reports", report, from())).body.number as string;
  };

  it("leads to the report with the reporter's address, however it's typed", async () => {
    const number = await sent("Nora@reporters.example");
    for (const typed of [number, ` ${number.toLowerCase().replaceAll("-", " ")} `, number.slice(2)]) {
      const answer = await send({ number: typed, email: " nora@Reporters.example" });
      expect(answer.status).toBe(303);
      expect((await open(answer.headers.get("location") ?? "")).body).toContain(number);
    }
  });

  it("leads nowhere with another address, none, or a number that isn't there, all with the same words", async () => {
    const [number, silent] = [await sent("nora@reporters.example"), await sent()];
    for (const fields of [
      { number, email: "eve@reporters.example" },
      { number, email: "" },
      { number: silent, email: "" },
      { number: "R-0000-0000", email: "nora@reporters.example" },
      { number: "\0", email: "<script>alert(1)</script>" },
      { number: "x".repeat(9000), email: "x".repeat(9000) },
    ]) {
      const { status, body } = await send(fields);
      expect(status).toBe(404);
      expect(body).toContain("There’s no report with this number and address");
      expect(body).not.toContain("<script>alert");
    }
    const foreign = { ...from(), origin: "https://evil.example" };
    expect((await send({ number, email: "nora@reporters.example" }, foreign)).status).toBe(403);
  });

  it("can't be guessed from one network, or from many", async () => {
    const number = await sent("nora@reporters.example");
    const one = { "x-forwarded-for": "203.0.113.90" };
    const wrong = { number: "R-0000-0000", email: "nora@reporters.example" };
    for (let n = 0; n < 10; n++) await send(wrong, one);
    expect((await send(wrong, one)).status).toBe(429);
    for (let n = 0; n < 20; n++) await send({ number, email: `a${n}@x.example` });
    expect((await send({ number, email: "nora@reporters.example" })).status).toBe(429);
  });
});
