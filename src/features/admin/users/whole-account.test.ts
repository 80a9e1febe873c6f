// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
});

const act = (action: string, { by = founder, id = person.id, reason = "They asked by letter" } = {}) =>
  by.api("POST", `/admin/users/${id}/${action}`, { reason });
const keep = (id = person.id) => founder.api("DELETE", `/admin/users/${id}/deletion`);

describe("an account as a whole", () => {
  it("is closed at once and deleted in 14 days, unless staff or its owner keep it", async () => {
    const page = (await person.api("POST", "/profiles", { name: "Soon Gone" })).body;
    const statusOf = async () => (await fetch(`${app.url}/${page.username}`)).status;
    expect((await act("deletion")).body).toEqual({ approval_id: null });
    expect(await statusOf()).toBe(410);
    expect((await person.api("GET", "/me")).status).toBe(401);
    const [mail] = await app.mailsTo(person.email, /will be deleted/, 1);
    expect(mail?.text).toContain("They asked by letter");
    expect(mail?.text).not.toContain("You asked us");
    expect((await act("deletion")).body.code).toBe("ACCOUNT_LEAVING");
    expect((await keep()).body).toEqual({ deletion_due_at: null });
    expect(await statusOf()).toBe(200);
    expect((await keep()).body.code).toBe("DELETION_NOT_PENDING");
    await act("deletion");
    const back = app.visitor();
    await back.call("POST", "/api/auth/sign-in/email", { email: person.email, password: PASSWORD });
    expect((await back.api("DELETE", "/me/deletion")).status).toBe(200);
    expect(await statusOf()).toBe(200);
    const whats = (await back.api("GET", "/audit")).body.items.map(({ what }: { what: string }) => what);
    expect(whats.filter((what: string) => what.includes("to be deleted"))[0]).toMatch(
      /: They asked by letter$/,
    );
  });

  it("takes a reason, somebody below, and for deleting it a second member of staff", async () => {
    for (const action of ["deletion", "export"]) {
      expect((await act(action, { reason: " " })).body.code).toBe("REASON_MISSING");
      expect((await act(action, { id: founder.id })).body.code).toBe("ACCOUNT_IS_STAFF");
      for (const id of ["nobody", "no%00body"])
        expect((await act(action, { id })).body.code).toBe("ACCOUNT_NOT_FOUND");
    }
    expect((await keep("nobody")).body.code).toBe("ACCOUNT_NOT_FOUND");
    expect((await keep(founder.id)).body.code).toBe("ACCOUNT_IS_STAFF");
    const admin = await app.signUp();
    await app.platform.db.execute(sql`update users set role = 'admin' where id = ${admin.id}`);
    const { approval_id } = (await act("deletion", { by: admin })).body;
    expect(approval_id).toEqual(expect.any(String));
    expect((await person.api("GET", "/me")).status).toBe(200);
    const now = app.clock.now().toISOString();
    await app.platform.db.execute(sql`update sessions set proven_at = ${now} where user_id = ${founder.id}`);
    expect((await founder.api("POST", `/admin/approvals/${approval_id}/confirm`)).status).toBe(200);
    expect((await person.api("GET", "/me")).status).toBe(401);
  });

  it("is sent to its owner only, who alone can open it", async () => {
    expect((await act("export")).body).toEqual({ to: person.email });
    const [mail] = await app.mailsTo(person.email, /ready to download/, 1);
    expect(mail?.text).toContain("They don’t have the file");
    const path = /\/api\/v1(\/me\/export\/[^\s"]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await founder.api("GET", path)).body.code).toBe("EXPORT_EXPIRED");
    expect((await person.api("GET", path)).status).toBe(200);
    const [last] = (await person.api("GET", "/audit")).body.items;
    expect(last).toMatchObject({
      what: "Sent the owner a link to the account’s data: They asked by letter",
      by: null,
    });
  });
});
