// @project server-postgres
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { SESSION_CHECKED_EVERY_MS } from "#src/features/identity/live/rules.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { listenSse, viewPage } from "#test/harness/sse.ts";
import { STREAMS_PER_PERSON_MAX } from "./rules.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp();
  return () => app.close();
});
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: "Ada" })).body.id;
  // Without the regular session check, streams have to end on their own.
  vi.useFakeTimers({ toFake: ["setInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const listen = (client = owner) => listenSse(client, profileId);

async function signInAgain(): Promise<Client> {
  const other = app.visitor();
  const person = { email: owner.email, password: PASSWORD };
  expect((await other.call("POST", "/api/auth/sign-in/email", person)).status).toBe(200);
  return other;
}

async function view(): Promise<void> {
  expect((await viewPage(app, profileId)).status).toBe(202);
}

const expireSessions = () =>
  app.platform.db.execute(
    sql`update sessions set expires_at = now() - interval '1 day' where user_id = ${owner.id}`,
  );

describe("a live stream", () => {
  it("ends as soon as its session is signed out, while those of other sessions continue", async () => {
    const phone = await signInAgain();
    const [here, there] = [await listen(), await listen(phone)];
    expect((await owner.call("POST", "/api/auth/sign-out")).status).toBe(200);
    expect(await here.ended()).not.toContain('"at"');
    await view();
    await there.next();
    there.leave();
  });

  it("ends as soon as the account is banned", async () => {
    const stream = await listen();
    await banAccount(app.platform, { id: owner.id, reason: "spam" });
    expect(await stream.ended()).not.toContain('"at"');
  });

  it("ends as soon as a new password is set", async () => {
    const stream = await listen();
    await app.visitor().call("POST", "/api/auth/request-password-reset", { email: owner.email });
    const { text } = await app.mailTo(owner.email, /new password/);
    const token = /token=([\w-]+)/.exec(text)?.[1];
    const newPassword = "quite another long passphrase";
    const answer = await app.visitor().call("POST", "/api/auth/reset-password", { token, newPassword });
    expect(answer.status).toBe(200);
    expect(await stream.ended()).not.toContain('"at"');
  });

  it("reports nothing once its session has expired", async () => {
    const stream = await listen();
    await expireSessions();
    await view();
    expect(await stream.ended()).not.toContain('"at"');
  });

  it("of a member ends once their role changes, and doesn't count toward the owner's ten", async () => {
    const member = await app.signUp();
    await app.platform.db.execute(
      sql`insert into team_members (account, user_id, role, profile_ids, created_at)
          values (${owner.id}, ${member.id}, 'viewer', null, now())`,
    );
    await member.api("PUT", "/team/account", { account: owner.id });
    const theirs = await Promise.all(Array.from({ length: STREAMS_PER_PERSON_MAX }, () => listen(member)));
    const own = await listen();
    expect(own.status).toBe(200);
    const demote = sql`update team_members set role = 'billing' where user_id = ${member.id}`;
    await app.platform.db.execute(demote);
    vi.advanceTimersByTime(SESSION_CHECKED_EVERY_MS);
    for (const stream of theirs) expect(await stream.ended()).not.toContain('"at"');
    await view();
    await own.next();
    own.leave();
  });

  it("ends by itself once its session has expired, even if nothing is counted", async () => {
    const stream = await listen();
    await expireSessions();
    vi.advanceTimersByTime(SESSION_CHECKED_EVERY_MS);
    expect(await stream.ended()).not.toContain('"at"');
  });

  it("is refused to someone who has ten open, until one of them is closed", async () => {
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_PERSON_MAX }, () => listen()));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await owner.api("GET", `/profiles/${profileId}/analytics/live`);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: "TOO_MANY_STREAMS",
        message: "Analytics is already open 10 times. Close one of its tabs to see live figures here.",
      },
    });
    streams[0]?.leave();
    const again = await vi.waitUntil(async () => {
      const stream = await listen();
      return stream.status === 200 && stream;
    });
    for (const stream of [...streams, again]) stream.leave();
  });
});
