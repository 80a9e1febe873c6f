// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeDueFactor } from "#src/features/identity/accounts/two-factor/removal.ts";
import { HOUR_MS } from "#src/lib/time.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let founder: Client;
let person: Client;

beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp({ name: "Fay Founder" });
});
afterAll(() => app?.close());

beforeEach(async () => {
  await app.platform.db.execute(sql`update users set role = 'user' where role <> 'founder'`);
  person = await app.signUp();
  await app.platform.db.execute(
    sql`insert into two_factors (user_id, secret, recovery_codes, confirmed_at, trust_from)
      values (${person.id}, 'x', '{}', now(), now())`,
  );
});

const path = (id: string) => `/admin/users/${id}/second-factor-removal`;
const ask = (by: Client, { id = person.id, reason = "Lost their phone" } = {}) =>
  by.api("POST", path(id), { reason });
const isOn = async () => (await founder.api("GET", `/admin/users/${person.id}`)).body.sign_in.has_two_factor;
const dueAt = async () => (await person.api("GET", "/me/ways-in")).body.two_factor.removal_due_at;
const signIn = () =>
  app.visitor().call("POST", "/api/auth/sign-in/email", { email: person.email, password: PASSWORD });

/** As its job does, once the clock is there. */
async function removeDue(): Promise<void> {
  const rows = await rowsOf<{ id: string }>(
    app.platform.db,
    sql`select id from two_factor_removals where user_id = ${person.id}`,
  );
  for (const { id } of rows) await removeDueFactor(app.platform, { id });
}

async function staffMember(role: string): Promise<Client> {
  const member = await app.signUp();
  await app.platform.db.execute(sql`update users set role = ${role} where id = ${member.id}`);
  return member;
}

describe("removing a second factor", () => {
  it("waits for a day, in which the person is told and can stop it", async () => {
    expect((await ask(founder)).body).toEqual({ approval_id: null });
    expect(await isOn()).toBe(true);
    const due = Date.parse(await dueAt()) - app.clock.now().getTime();
    expect(due).toBeGreaterThan(23.9 * HOUR_MS);
    const [mail] = await app.mailsTo(person.email, /will be removed/, 1);
    expect(mail?.text).toContain("Lost their phone");
    await expect
      .poll(async () =>
        (await person.api("GET", "/notifications")).body.items.map(({ kind }: { kind: string }) => kind),
      )
      .toContain("two_factor_removal");
    expect((await ask(founder)).body).toEqual({ approval_id: null });
    await app.mailsTo(person.email, /will be removed/, 1);
    await removeDue();
    expect(await isOn()).toBe(true);
    expect((await person.api("DELETE", "/me/two-factor/removal")).body).toEqual({ removal_due_at: null });
    expect((await person.api("DELETE", "/me/two-factor/removal")).body.code).toBe("REMOVAL_NOT_PENDING");
    app.clock.advance(25 * HOUR_MS);
    await removeDue();
    expect(await isOn()).toBe(true);
  });

  it("happens after that, and the password is enough to sign in", async () => {
    await ask(founder);
    expect((await signIn()).body.code).toBe("SECOND_STEP_REQUIRED");
    app.clock.advance(25 * HOUR_MS);
    await removeDue();
    expect(await isOn()).toBe(false);
    expect((await signIn()).status).toBe(200);
    await app.mailsTo(person.email, /Two-step sign-in is off/, 1);
  });

  it("is stopped by the link in the e-mail, which also ends what an intruder has", async () => {
    await ask(founder);
    const [mail] = await app.mailsTo(person.email, /will be removed/, 1);
    const token = /token=([\w.~-]+)/.exec(mail?.text ?? "")?.[1];
    const answer = await app.visitor().call("POST", "/api/auth/secure-account", { token });
    expect(answer.status).toBe(200);
    app.clock.advance(25 * HOUR_MS);
    await removeDue();
    expect(await isOn()).toBe(true);
    expect((await person.api("GET", "/me")).status).toBe(401);
  });

  it("is stopped by staff, and takes a reason, somebody below, and somebody who has one", async () => {
    expect((await ask(founder, { reason: " " })).body.code).toBe("REASON_MISSING");
    expect((await ask(founder, { id: founder.id })).body.code).toBe("ACCOUNT_IS_STAFF");
    for (const id of ["nobody", "no%00body"]) {
      expect((await ask(founder, { id })).body.code).toBe("ACCOUNT_NOT_FOUND");
      expect((await founder.api("DELETE", path(id))).body.code).toBe("ACCOUNT_NOT_FOUND");
    }
    expect((await founder.api("DELETE", path(founder.id))).body.code).toBe("ACCOUNT_IS_STAFF");
    expect((await founder.api("DELETE", path(person.id))).body.code).toBe("REMOVAL_NOT_PENDING");
    await ask(founder);
    expect((await founder.api("DELETE", path(person.id))).body).toEqual({ is_stopped: true });
    expect(await dueAt()).toBeNull();
    expect((await ask(founder, { id: (await app.signUp()).id })).body.code).toBe("TWO_FACTOR_OFF");
  });

  it("takes two members of staff where there are two, and the owner's consent for support", async () => {
    const support = await staffMember("support");
    expect((await ask(support)).body.code).toBe("CONSENT_MISSING");
    await person.api("PUT", "/me/staff-access", { level: "look", days: 1 });
    const { approval_id } = (await ask(support)).body;
    expect(approval_id).toEqual(expect.any(String));
    expect(await dueAt()).toBeNull();
    await app.platform.db.execute(
      sql`update sessions set proven_at = ${app.clock.now().toISOString()} where user_id = ${founder.id}`,
    );
    expect((await founder.api("POST", `/admin/approvals/${approval_id}/confirm`)).status).toBe(200);
    expect(await dueAt()).not.toBeNull();
  });

  it("isn't confirmed by support without the owner's consent either", async () => {
    const support = await staffMember("support");
    const { approval_id } = (await ask(founder)).body;
    const confirm = () => support.api("POST", `/admin/approvals/${approval_id}/confirm`);
    expect((await confirm()).body.code).toBe("APPROVAL_REFUSED");
    expect(await dueAt()).toBeNull();
    await person.api("PUT", "/me/staff-access", { level: "look", days: 1 });
    expect((await confirm()).status).toBe(200);
    expect(await dueAt()).not.toBeNull();
  });
});
