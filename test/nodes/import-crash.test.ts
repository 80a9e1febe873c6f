import { afterAll, expect, it } from "vitest";
import type { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { startNode } from "./node-process.ts";
import { embeddedStore, removeFolders } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

const ROWS = 5000;
/** The next start takes over what a killed process was doing. */
const DONE_MS_MAX = 150_000;

afterAll(removeFolders);

async function begin(owner: Client): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, n) => `fan${n}@fans.example,Fan ${n}`);
  const form = new FormData();
  form.set("file", new File([`email,name\n${rows.join("\n")}\n`], "fans.csv", { type: "text/csv" }));
  const { id } = await expectOk(owner.api("POST", "/contacts/imports", form));
  const agreed = { targets: ["email", "name"], consent: true, consent_text: "At my shows." };
  await expectOk(owner.api("PUT", `/contacts/imports/${id}/mapping`, agreed));
  return id;
}

it("an import survives a process killed with -9: each row of its file is there, and none twice", async () => {
  const store = await embeddedStore();
  const settings = { ...store, env: { PLANS: "off" } };
  let node = await startNode(settings);
  const owner = await signUp(node.url);
  const id = await begin(owner);
  const at = async () =>
    (await owner.call("GET", `/api/v1/contacts/imports/${id}`, undefined, { cookie: owner.cookie })).body;
  await waitUntil("the file was checked", DONE_MS_MAX, async () => (await at()).state === "ready");
  await expectOk(owner.api("POST", `/contacts/imports/${id}/start`));
  await waitUntil("the import is under way", DONE_MS_MAX, async () => (await at()).rows_done > 0);
  await node.end("SIGKILL");
  node = await startNode(settings);
  const again = () =>
    fetch(`${node.url}/api/v1/contacts/imports/${id}`, { headers: { cookie: owner.cookie } }).then((answer) =>
      answer.json(),
    );
  await waitUntil("the import is done", DONE_MS_MAX, async () => (await again()).state === "done");
  const { counts } = await again();
  await node.end("SIGTERM");
  expect(counts).toMatchObject({ rows: ROWS, added: ROWS, updated: 0, unchanged: 0, left_out: 0 });
  const [[found], [noted]] = await Promise.all([
    store.rows("select count(*)::int as all, count(distinct email)::int as people from contacts"),
    store.rows("select count(*)::int as changes from import_changes"),
  ]);
  expect([found, noted]).toEqual([{ all: ROWS, people: ROWS }, { changes: ROWS }]);
});
