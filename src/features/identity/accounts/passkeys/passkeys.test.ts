// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { banAccount } from "#src/features/identity/accounts/bans/bans.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { Authenticator } from "#test/harness/authenticator.ts";
import type { Client } from "#test/harness/client.ts";
import { PASSKEYS_MAX } from "../rules.ts";

const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

async function somebody(): Promise<Client> {
  const person = await app.signUp();
  await app.platform.db.execute(sql`update users set email_verified = true where id = ${person.id}`);
  return person;
}

const device = () => new Authenticator(app.platform.instance.publicUrl);

async function add(person: Client, name: string, made = device()) {
  const options = (await person.api("POST", "/me/passkeys/options")).body;
  const answer = await person.api("POST", "/me/passkeys", { name, response: made.create(options) });
  return { made, options, answer, id: answer.body.id as string };
}

async function signIn(client: Client, made: Authenticator) {
  const options = (await client.call("GET", "/api/auth/passkey-options")).body;
  const response = made.get(options);
  const answer = await client.call("POST", "/api/auth/sign-in/passkey", { response });
  return { answer, response, said: [answer.status, answer.body.code] };
}

const REFUSED = [400, "PASSKEY_REFUSED"];

describe("passkeys", () => {
  it("sign in by themselves, are several, and tell when they were last used", async () => {
    const person = await somebody();
    const { made, answer } = await add(person, " Phone <script>x</script>");
    expect([answer.status, answer.body]).toMatchObject([200, { name: "Phone", last_used_at: null }]);
    await add(person, "Laptop");
    await app.mailTo(person.email, /passkey was added/);
    const client = app.visitor();
    expect((await signIn(client, made)).said).toEqual([200, undefined]);
    expect((await client.api("GET", "/me")).body.id).toBe(person.id);
    const { passkeys } = (await client.api("GET", "/me/ways-in")).body;
    expect(passkeys).toMatchObject([{ name: "Phone" }, { name: "Laptop", last_used_at: null }]);
    expect(Date.parse(passkeys[0].last_used_at)).toBeGreaterThan(0);
  });

  it("are renamed and removed by their owner alone, and a removed one signs nobody in", async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { made, id } = await add(person, "Phone");
    for (const [method, body] of [
      ["PATCH", { name: "Mine" }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await other.api(method, `/me/passkeys/${id}`, body);
      expect([answer.status, answer.body.code]).toEqual([404, "PASSKEY_NOT_FOUND"]);
    }
    expect((await person.api("DELETE", "/me/passkeys/%00")).body.code).toBe("PASSKEY_NOT_FOUND");
    expect((await person.api("PATCH", `/me/passkeys/${id}`, { name: "\u200b" })).status).toBe(400);
    expect((await person.api("PATCH", `/me/passkeys/${id}`, { name: "Key ring" })).body.name).toBe(
      "Key ring",
    );
    expect((await person.api("DELETE", `/me/passkeys/${id}`)).status).toBe(200);
    await app.mailTo(person.email, /passkey was removed/);
    expect((await signIn(app.visitor(), made)).said).toEqual(REFUSED);
  });

  it("are added after the address is confirmed, once each, and so many at most", async () => {
    const person = await app.signUp();
    expect((await person.api("POST", "/me/passkeys/options")).body.code).toBe("EMAIL_UNCONFIRMED");
    const early = await person.api("POST", "/me/passkeys", { name: "A", response: {} });
    expect(early.body.code).toBe("EMAIL_UNCONFIRMED");
    await app.platform.db.execute(sql`update users set email_verified = true where id = ${person.id}`);
    const { made } = await add(person, "Phone");
    expect((await add(person, "Again", made)).answer.body.code).toBe("PASSKEY_KNOWN");
    await app.platform.db.execute(
      sql`insert into passkeys (id, name, public_key, user_id, credential_id, counter, device_type, backed_up)
          select gen_random_uuid(), 'n', '', ${person.id}, gen_random_uuid(), 0, 'singleDevice', false
          from generate_series(2, ${PASSKEYS_MAX}::int)`,
    );
    for (const [path, body] of [
      ["/me/passkeys/options", undefined],
      ["/me/passkeys", { name: "One more", response: {} }],
    ] as const)
      expect((await person.api("POST", path, body)).body.code).toBe("PASSKEYS_TOO_MANY");
    await app.platform.db.execute(
      sql`delete from passkeys where id = (select max(id) from passkeys where user_id = ${person.id})`,
    );
    const two = await Promise.all([add(person, "Last"), add(person, "Too many")]);
    const codes = two.map(({ answer }) => answer.body.code ?? answer.status);
    expect(codes.sort()).toEqual([200, "PASSKEYS_TOO_MANY"]);
  });

  it("aren’t all removed at once by someone who has nothing else", async () => {
    const person = await somebody();
    const ids = [(await add(person, "Phone")).id, (await add(person, "Laptop")).id];
    await app.platform.db.execute(sql`delete from accounts where user_id = ${person.id}`);
    const answers = await Promise.all(ids.map((id) => person.api("DELETE", `/me/passkeys/${id}`)));
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, "LAST_WAY_IN"]);
  });

  it("count only with an answer to our question, for this site, given once and in time, by a device that looked who it is", async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { made, options } = await add(person, "Phone");
    const again = await person.api("POST", "/me/passkeys", { name: "B", response: device().create(options) });
    expect([again.status, again.body.code]).toEqual(REFUSED);
    const others = (await other.api("POST", "/me/passkeys/options")).body;
    const stolen = await person.api("POST", "/me/passkeys", { name: "B", response: device().create(others) });
    expect(stolen.body.code).toBe("PASSKEY_REFUSED");
    const elsewhere = new Authenticator("https://evil.example");
    expect((await add(person, "Evil", elsewhere)).answer.body.code).toBe("PASSKEY_REFUSED");

    const client = app.visitor();
    const { response } = await signIn(client, made);
    const replay = await app.visitor().call("POST", "/api/auth/sign-in/passkey", { response });
    expect([replay.status, replay.body.code]).toEqual(REFUSED);
    made.verifies = false;
    expect((await signIn(app.visitor(), made)).said).toEqual(REFUSED);
    made.verifies = true;
    const asked = (await client.call("GET", "/api/auth/passkey-options")).body;
    app.clock.advance(6 * MINUTE_MS);
    const late = await client.call("POST", "/api/auth/sign-in/passkey", { response: made.get(asked) });
    expect([late.status, late.body.code]).toEqual(REFUSED);
    for (const odd of [undefined, "x", { id: "\u0000" }, { id: 7 }]) {
      const answer = await client.call("POST", "/api/auth/sign-in/passkey", { response: odd });
      expect([answer.status, answer.body.code]).toEqual(REFUSED);
    }
  });

  it("let nobody in who is banned", async () => {
    const person = await somebody();
    const { made } = await add(person, "Phone");
    await banAccount(app.platform, { id: person.id, reason: "spam" });
    expect((await signIn(app.visitor(), made)).said).toEqual([403, "BANNED_USER"]);
  });

  it("show who it is before what can’t be undone, and nobody else’s does", async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { made, id } = await add(person, "Phone");
    const others = await add(other, "Theirs");
    app.clock.advance(11 * MINUTE_MS);
    for (const [method, path, body] of [
      ["DELETE", `/me/passkeys/${id}`, undefined],
      ["POST", "/me/passkeys", { name: "B", response: {} }],
      ["DELETE", "/me/google", undefined],
    ] as const) {
      const refused = (await person.api(method, path, body)).body;
      expect(refused).toMatchObject({
        code: "REAUTHENTICATION_REQUIRED",
        data: { methods: ["passkey", "password"] },
      });
    }
    const prove = async (with_: Authenticator) => {
      const options = (await person.call("GET", "/api/auth/passkey-options")).body;
      const passkey = with_.get(options);
      return (await person.call("POST", "/api/auth/reauthenticate", { passkey })).status;
    };
    expect(await prove(others.made)).toBe(400);
    expect(await prove(made)).toBe(200);
    await app.platform.db.execute(sql`delete from accounts where user_id = ${person.id}`);
    expect((await person.api("DELETE", `/me/passkeys/${id}`)).body.code).toBe("LAST_WAY_IN");
    expect((await person.api("GET", "/me/ways-in")).body.passkeys).toHaveLength(1);
  });
});
