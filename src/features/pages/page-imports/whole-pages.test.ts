// @project server-postgres
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { type PageServer, startPageServer } from "#test/harness/page-server.ts";

const WAIT = { timeout: 20_000, interval: 25 };
const ALL = { is_mine: true, socials: true, bio: true, picture: true, look: true };
const OWN = /^\/media\/[0-9a-f-]{36}\.webp$/;

let app: TestApp;
let server: PageServer;
let owner: Client;

beforeAll(async () => {
  server = await startPageServer();
  app = await startApp({ OUTBOUND_ALLOW: "127.0.0.1", PLANS: "off" });
  owner = await app.signUp();
});
afterAll(async () => {
  await app?.close();
  server?.close();
});

const linksOf = async (id: string) => (await owner.api("GET", `/profiles/${id}/links`)).body.items;
const getProfile = async (id: string) => (await owner.api("GET", `/profiles/${id}`)).body;

it("a page of 120 links comes along whole, with accounts, bio, look, and pictures of our own", async () => {
  const { body } = await owner.api("POST", "/page-imports", { url: `${server.origin}/linktree` });
  const applied = await owner.api("POST", `/page-imports/${body.id}/apply`, { ...ALL, profile_id: null });
  expect(applied, JSON.stringify(applied.body)).toMatchObject({
    status: 200,
    body: { added: 121, known: 0, pictures: 3 },
  });
  const { profile_id, job } = applied.body;
  const jobs = async () => (await owner.api("GET", "/jobs")).body.items;
  await vi.waitUntil(
    async () =>
      (await jobs()).some(({ id, state }: { id: string; state: string }) => id === job && state === "done"),
    WAIT,
  );
  expect((await jobs())[0]).toMatchObject({ name: "page-imports.copy-pictures", done: 3, total: 3 });
  expect((await owner.api("GET", `/page-imports/${body.id}`)).body.pictures_failed).toBe(0);
  const profile = await getProfile(profile_id);
  expect(profile).toMatchObject({
    name: "Mia Moreno",
    public_notes: "Songs & stories",
    link_count: 121,
    social_platforms: [{ platform: "instagram" }, { platform: "x" }],
    theme_settings: { theme_color: "#101820", button_shape: "pill", button_style: "outline" },
  });
  expect(profile.profile_picture_url).toMatch(OWN);
  const links = await linksOf(profile_id);
  const link = (title: string) => links.find((one: { title: string }) => one.title === title);
  expect(link("Track 3")).toMatchObject({ icon: expect.stringMatching(OWN), show_icon: true });
  expect(link("Track 1")).toMatchObject({ is_visible: false, url: "https://example.com" });
  const groups = links.filter(({ kind }: { kind: string }) => kind === "group");
  expect(groups.map(({ title }: { title: string }) => title)).toEqual(["Music", "Shop", "Tour", "Press"]);
  expect(link("Track 5").parent_id).toBe(link("Shop").id);
  expect(links.slice(84, 86)).toMatchObject([
    { kind: "heading", title: "Everything else" },
    { title: "Link 0" },
  ]);
  expect(link("Track 2")).toMatchObject({ is_visible: true, show_adult_warning: true });
  const page = await app.visitor().call("GET", `/${profile.username}`);
  expect(page.body).toContain("Track 4");
  expect(page.body).not.toMatch(/Track 1<|127\.0\.0\.1/);
  const again = await owner.api("POST", "/page-imports", { url: `${server.origin}/linktree` });
  const second = { ...ALL, profile_id };
  expect((await owner.api("POST", `/page-imports/${again.body.id}/apply`, second)).body).toMatchObject({
    added: 0,
    known: 121,
    pictures: 0,
  });
  expect(await getProfile(profile_id)).toEqual(profile);
});

it("a picture that can't be copied keeps none of the others from coming", async () => {
  const profile = (await owner.api("POST", "/profiles", { name: "Pictures" })).body;
  const links = ["missing", "thumb.png", "broken"].map((name) => ({
    title: name,
    url: `https://${name.replace(".", "-")}.example`,
    thumbnail: `${server.origin}/${name}`,
  }));
  const form = new FormData();
  form.set("file", new File([JSON.stringify(links)], "links.json"));
  const { id } = (await owner.api("POST", "/page-imports/file", form)).body;
  await owner.api("POST", `/page-imports/${id}/apply`, { ...ALL, profile_id: profile.id });
  const failed = async () => (await owner.api("GET", `/page-imports/${id}`)).body.pictures_failed;
  await vi.waitUntil(async () => (await failed()) !== null, WAIT);
  expect(await failed()).toBe(2);
  expect((await linksOf(profile.id)).map(({ icon }: { icon: string | null }) => icon)).toEqual([
    null,
    expect.stringMatching(OWN),
    null,
  ]);
});

it("an export of a profile comes back without difference", async () => {
  const { id } = (await owner.api("POST", "/profiles", { name: "Whole", notes: "Mine" })).body;
  await owner.api("PATCH", `/profiles/${id}`, {
    public_notes: "Bio\nof two lines",
    display_name: "Displayed",
    theme_settings: {
      button_color: "#123456",
      button_shape: "square",
      always_own_colors: true,
      font: "lora",
      title_font: "oswald",
      background_kind: "gradient",
      background_colors: ["#aabbcc", "#ddeeff"],
      background_angle: 45,
      avatar_shape: "none",
      header_layout: "left",
    },
    social_platforms: [{ platform: "x", url: "https://x.com/mia" }],
    promotion_text: "Sale",
    lead_capture_enabled: true,
    lead_capture_title: "Join",
    past_emails: 2,
    own_css: "h1 { color: red }",
  });
  for (const link of [
    {
      title: "Same",
      url: "https://a.example",
      icon: "music",
      show_icon: true,
      description: "d",
      tags: ["Été"],
      folder: "F",
    },
    { title: "Same again", url: "https://a.example", is_visible: false, show_adult_warning: true },
    {
      title: "Test",
      url: "https://t.example",
      is_ab_test: true,
      link_a: "a.example",
      link_b: "b.example",
      ab_split_ratio: 0.3,
    },
    { title: "Here", url: "https://h.example", geo_restrictions: { blocked_countries: ["FR"] } },
  ])
    expect((await owner.api("POST", `/profiles/${id}/links`, link)).status).toBe(201);
  const group = { kind: "group", title: "Music", content: { is_collapsible: true, is_open: false } };
  const parent = (await owner.api("POST", `/profiles/${id}/links`, group)).body;
  for (const block of [
    { title: "Inside", url: "https://inside.example", parent_id: parent.id },
    { kind: "text", content: { text: "Hello" } },
    { kind: "spacer", content: { look: "line" } },
    { kind: "embed", title: "Live", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ" },
  ])
    expect((await owner.api("POST", `/profiles/${id}/links`, block)).status).toBe(201);
  const exported = (await owner.api("GET", `/profiles/${id}/export`)).body;
  const form = new FormData();
  form.set("file", new File([JSON.stringify(exported)], "whole.json"));
  const { body } = await owner.api("POST", "/page-imports/file", form);
  expect(body.service.key).toBe("own");
  const applied = await owner.api("POST", `/page-imports/${body.id}/apply`, { ...ALL, profile_id: null });
  expect(applied.body).toMatchObject({ added: 5 });
  const back = (await owner.api("GET", `/profiles/${applied.body.profile_id}/export`)).body;
  const lasting = ({ profile, links }: { profile: object; links: Row[] }) => ({
    profile: { ...profile, ...NEW },
    links: links.map((link) => ({ ...link, ...NEW, profile_id: "", parent_id: titleOf(links, link) })),
  });
  expect(lasting(back)).toEqual(lasting(exported));
  expect((await owner.api("GET", "/profiles/none/export")).body.code).toBe("PROFILE_NOT_FOUND");
});

/** What every new row has of its own. */
const NEW = { id: "", username: "", created_at: "", updated_at: "" };

interface Row {
  id: string;
  title: string;
  parent_id: string | null;
}

const titleOf = (links: Row[], { parent_id }: Row) => links.find(({ id }) => id === parent_id)?.title;
