// @project server-postgres
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { importInTurn } from "./imports.ts";

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

/** An import at work, and one waiting for each of these accounts, until the test ends or they're let go. */
function occupy(waiting: readonly string[]): () => void {
  const end = Promise.withResolvers<void>();
  onTestFinished(() => end.resolve());
  for (const account of ["at work", ...waiting]) void importInTurn(account, () => end.promise);
  return end.resolve;
}

const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

function bring() {
  const about = { format: 1, exported_at: "2026-01-01T00:00:00.000Z", instance: "", account: "" };
  const files = {
    "account.json": text(about),
    "profiles.json": text([]),
    "links.json": text([]),
    "leads.json": text([]),
  };
  const form = new FormData();
  form.set("file", new File([new Uint8Array(zipSync(files))], "export.zip"));
  return owner.api("POST", "/me/import", form);
}

it("an import waits for its turn", async () => {
  const end = occupy(["one", "two"]);
  const brought = bring();
  end();
  expect((await brought).status).toBe(200);
});

it.each([
  ["its account has one waiting", () => [owner.id], 429, "IMPORT_WAITING"],
  ["too many are waiting", () => ["a", "b", "c", "d", "e"], 503, "IMPORTS_BUSY"],
])("an import is refused while %s, with when to try again", async (_, waiting, status, code) => {
  const end = occupy(waiting());
  const { status: answered, body, headers } = await bring();
  expect([answered, body.code, headers.get("retry-after")]).toEqual([status, code, "60"]);
  end();
  expect((await bring()).status).toBe(200);
});
