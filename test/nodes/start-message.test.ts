import { afterAll, expect, it } from "vitest";
import { networkUrls } from "#src/node/network-urls.ts";
import { Client } from "#test/harness/client.ts";
import { startNode } from "./node-process.ts";
import { postgresStore, removeFolders } from "./stores.ts";

afterAll(removeFolders);

it("starting says where this machine and a phone on its network can reach it, and both can sign up there", async () => {
  const node = await startNode({ ...(await postgresStore()), args: ["--host", "0.0.0.0"] });
  const urls = [node.url, ...networkUrls("0.0.0.0", node.port)];
  for (const [n, url] of urls.entries()) {
    const person = { name: "Ada", email: `ada${n}@example.com`, password: "correct horse battery staple" };
    const visitor = new Client(url);
    const signedUp = await visitor.call("POST", "/api/auth/sign-up/email", person, { origin: url });
    expect([url, signedUp.status]).toEqual([url, 200]);
    expect((await visitor.api("GET", "/me")).body.email).toBe(person.email);
  }
  const { stdout } = await node.end("SIGTERM");
  for (const url of urls) expect(stdout).toMatch(new RegExp(`${url}$`, "m"));
});
