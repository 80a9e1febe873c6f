import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "#test/harness/client.ts";
import { expectOk, signUp } from "./creator.ts";
import { type NodeProcess, startNode } from "./node-process.ts";
import { postgresStore, removeFolders } from "./stores.ts";

let here: NodeProcess;
let there: NodeProcess;
let founder: Client;

beforeAll(async () => {
  const store = await postgresStore();
  here = await startNode(store);
  founder = await signUp(here.url);
  there = await startNode(store);
});
afterAll(async () => {
  await Promise.all([here?.end("SIGKILL"), there?.end("SIGKILL")]);
  await removeFolders();
});

/** Asks a node, as the person who's signed in. */
async function listsAt({ url }: NodeProcess, host: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/admin/signals/look-up`, {
    method: "POST",
    headers: { cookie: founder.cookie, "content-type": "application/json" },
    body: JSON.stringify({ host }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { lists: string[] }).lists;
}

async function upload(text: string, name: string): Promise<string> {
  const form = new FormData();
  form.append("name", name);
  form.append("file", new File([text], "hosts.txt"));
  return (await expectOk(founder.call("POST", "/api/v1/admin/signals/lists/file", form))).id;
}

it("a list of bad hosts is the same on both nodes at once, also when it changes and is removed", async () => {
  expect(await listsAt(there, "evil.example")).toEqual([]);
  const id = await upload("evil.example", "First");
  await upload("evil.example\nother.example", "Second");
  for (const node of [here, there])
    expect(await listsAt(node, "a.evil.example")).toEqual(["First", "Second"]);
  await founder.api("DELETE", `/admin/signals/lists/${id}`);
  for (const node of [there, here]) expect(await listsAt(node, "evil.example")).toEqual(["Second"]);
});
