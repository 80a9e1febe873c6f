// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
let profileId = "";
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signUp();
  profileId = (await owner.api("POST", "/profiles", { name: `A${randomUUID().slice(0, 8)}` })).body.id;
});

const add = (...lines: string[]) =>
  owner.api("POST", `/profiles/${profileId}/links/from-addresses`, {
    addresses: lines.map((address) => ({ address })),
  });
const stored = async () => (await owner.api("GET", `/profiles/${profileId}/links`)).body.items;

it("adds a link for each address, at the end, with the title and icon of its service", async () => {
  const { status, body } = await add("TikTok @mia", "spotify.com/artist/1", "+49 30 123 45 67");
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    items: [
      { title: "TikTok", url: "https://tiktok.com/@mia", icon: "tiktok", show_icon: true, position: 0 },
      { title: "Spotify", url: "https://spotify.com/artist/1", icon: "spotify", position: 1 },
      { title: "+49301234567", url: "tel:+49301234567", icon: "phone", position: 2 },
    ],
    not_added: [],
  });
  expect(await stored()).toEqual(body.items);
  expect((await owner.api("GET", `/profiles/${profileId}`)).body.link_count).toBe(3);
});

it("says which ones weren't added and why, and adds the others up to the plan's limit", async () => {
  const { body } = await add(...["a", "b", "c", "d", "e", "f", "g"].map((name) => `${name}.example`), "@mia");
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual([
    "a.example",
    "b.example",
    "c.example",
    "d.example",
    "e.example",
  ]);
  const message = "Link limit reached. You can have up to 5 links on this profile.";
  expect(body.not_added).toEqual([
    expect.objectContaining({ address: "@mia", code: "HANDLE_UNCLEAR" }),
    { address: "f.example", code: "LINK_LIMIT", message },
    { address: "g.example", code: "LINK_LIMIT", message },
  ]);
  expect((await add("h.example")).body).toMatchObject({ items: [], not_added: [{ code: "LINK_LIMIT" }] });
});

it("adds what's sent twice once, and nothing under somebody else's id", async () => {
  const id = randomUUID();
  const body = { addresses: [{ id, address: "a.example" }] };
  const path = `/profiles/${profileId}/links/from-addresses`;
  const [first, second] = [await owner.api("POST", path, body), await owner.api("POST", path, body)];
  expect(second.body).toEqual(first.body);
  const stranger = await app.signUp();
  const other = (await stranger.api("POST", "/profiles", { name: `B${randomUUID().slice(0, 8)}` })).body.id;
  const stolen = await stranger.api("POST", `/profiles/${other}/links/from-addresses`, body);
  expect(stolen.body).toMatchObject({ items: [], not_added: [{ code: "LINK_NOT_FOUND" }] });
  expect(await stored()).toHaveLength(1);
  expect((await stranger.api("POST", path, body)).body.code).toBe("PROFILE_NOT_FOUND");
  expect((await owner.api("POST", path, { addresses: [] })).status).toBe(400);
});
