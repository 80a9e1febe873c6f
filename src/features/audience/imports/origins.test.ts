// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp({ PLANS: "off" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
});

async function bring(name: string, content: string): Promise<void> {
  const data = new FormData();
  data.set("file", new File([content], name, { type: "text/csv" }));
  const { id, columns } = (await owner.api("POST", "/contacts/imports", data)).body;
  const until = (state: string) =>
    vi.waitUntil(async () => (await owner.api("GET", `/contacts/imports/${id}`)).body.state === state, {
      timeout: 20_000,
    });
  await owner.api("PUT", `/contacts/imports/${id}/mapping`, {
    targets: columns.map(({ target }: { target: string }) => target),
    consent: true,
    consent_text: "They signed up at my shows.",
  });
  await until("ready");
  await owner.api("POST", `/contacts/imports/${id}/start`);
  await until("done");
}

async function signUp(email: string): Promise<string> {
  const { id } = (await owner.api("POST", "/profiles", { name: "Mia" })).body;
  await owner.api("PATCH", `/profiles/${id}`, {
    lead_capture_enabled: true,
    screensaver_enabled: true,
    screensaver_link: "https://files.example/p.zip",
  });
  const answer = await app.visitor().call("POST", "/api/v1/rpc/insert_fan_lead", {
    p_profile_id: id,
    p_name: "Fan",
    p_email: email,
  });
  expect(answer.status).toBe(200);
  return id;
}

const origins = async (who = owner): Promise<Record<string, unknown>> => {
  const { items } = (await who.api("GET", "/contacts")).body;
  return Object.fromEntries(
    items.map(({ email, origin }: { email: string; origin: object }) => [email, origin]),
  );
};

it("every lead says how they got onto the list, and who was imported from which file", async () => {
  await bring("fans.csv", "email\nfile@x.example\nboth@x.example\n");
  await owner.api("POST", "/contacts", { email: "hand@x.example" });
  const { key } = (await owner.api("POST", "/keys", { name: "CRM", scopes: ["leads.delete"] })).body;
  const authorization = `Bearer ${key}`;
  await app.visitor().call("POST", "/api/v1/contacts", { email: "key@x.example" }, { authorization });
  await signUp("form@x.example");
  app.clock.advance(1000);
  await signUp("both@x.example");
  // Whoever is there already stays who they are.
  await bring("more.csv", "email,name\nform@x.example,Fay\nhand@x.example,Hal\n");
  const at = expect.any(String);
  expect(await origins()).toEqual({
    "file@x.example": { by: "import", at, file_name: "fans.csv" },
    "both@x.example": { by: "import", at, file_name: "fans.csv" },
    "hand@x.example": { by: "hand", at, file_name: null },
    "key@x.example": { by: "api", at, file_name: null },
    "form@x.example": { by: "sign_up", at, file_name: null },
  });
  const csv: string = (await owner.call("GET", "/api/v1/contacts/export")).body;
  const lines = csv.trimEnd().split("\r\n");
  const source = lines[0]?.split(",").indexOf("source") ?? -1;
  expect(lines[0]).toContain(",source,import_file,");
  expect(
    lines
      .slice(1)
      .map((line) =>
        line
          .split(",")
          .slice(source, source + 2)
          .join(":"),
      )
      .sort(),
  ).toEqual([...["api:", "hand:", "import:fans.csv", "import:fans.csv", "sign_up:"]]);
});

it("people who see leads masked learn how someone was added, but not the name of a file", async () => {
  await bring("Ada Lovelace.csv", "email\nada@x.example\n");
  const analyst = await app.signUp();
  await app.platform.db.execute(sql`insert into team_members (account, user_id, role, profile_ids, created_at)
    values (${owner.id}, ${analyst.id}, 'analyst', null, now())`);
  const see = async (path: string) =>
    (await analyst.call("GET", `/api/v1/contacts${path}`, undefined, { "x-account": owner.id })).body.items;
  const [masked] = await see("");
  expect(masked.origin).toMatchObject({ by: "import", file_name: null });
  expect(await see(`/${masked.id}/timeline`)).toMatchObject([{ kind: "created", data: { import: "" } }]);
  const whole = (await owner.api("GET", `/contacts/${masked.id}/timeline`)).body.items;
  expect(whole).toMatchObject([{ kind: "created", data: { import: "Ada Lovelace.csv" } }]);
});

it("who was added before timelines began with their own id counts as added by hand", async () => {
  const { id } = (await owner.api("POST", "/contacts", { email: "old@x.example" })).body;
  await app.platform.db.execute(
    sql`update contact_timeline set id = gen_random_uuid() where user_id = ${owner.id} and contact_id = ${id}`,
  );
  expect(await origins()).toMatchObject({ "old@x.example": { by: "hand" } });
  app.clock.advance(1000);
  await signUp("old@x.example");
  expect(await origins()).toMatchObject({ "old@x.example": { by: "hand" } });
});
