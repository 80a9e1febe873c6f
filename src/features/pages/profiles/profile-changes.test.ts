import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { pageChanged } from "./signals.ts";
import { DEFAULT_LOOK } from "./theme-rules.ts";

const DANGEROUS = "URL contains dangerous protocol or suspicious content";

let app: TestApp;
let owner: Client;
// biome-ignore lint/suspicious/noExplicitAny: the answer of the API, asserted and not trusted
let profile: any;
const changed: string[][] = [];

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  app.platform.signals.on(pageChanged, ({ usernames }) => {
    changed.push(usernames);
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signUp();
  profile = (await owner.api("POST", "/profiles", { name: `P ${randomUUID().slice(0, 8)}` })).body;
  changed.length = 0;
});

const patch = (changes: unknown) => owner.api("PATCH", `/profiles/${profile.id}`, changes);

async function expectRefusal(changes: unknown, code: string, message?: string) {
  const { status, body } = await patch(changes);
  expect(body, JSON.stringify(changes)).toMatchObject({ code, ...(message ? { message } : {}) });
  expect((await owner.api("GET", `/profiles/${profile.id}`)).body).toEqual(profile);
  return status;
}

describe("changing a profile", () => {
  it("changes what's sent, keeps the rest, and reports that the page has changed", async () => {
    const texts = { name: "New", notes: "mine", display_name: "Shown", public_notes: "Line\nline" };
    const { status, body } = await patch(texts);
    expect(status).toBe(200);
    expect(body).toEqual({ ...profile, ...texts, updated_at: body.updated_at });
    expect(body.updated_at > profile.updated_at).toBe(true);
    expect(changed).toEqual([[profile.username]]);
  });

  it("clears optional texts that are null or blank, but never the name", async () => {
    await patch({
      notes: "n",
      display_name: "d",
      public_notes: "p",
      profile_picture_url: (await owner.api("POST", "/media", await pictureForm("avatar"))).body.url,
    });
    const cleared = { notes: null, display_name: " ", public_notes: "\u200b", profile_picture_url: "" };
    const { body } = await patch(cleared);
    expect(body).toMatchObject({
      notes: null,
      display_name: null,
      public_notes: null,
      profile_picture_url: null,
    });
    profile = body;
    expect(await expectRefusal({ name: "\u200b " }, "NAME_REQUIRED", "Give your profile a name.")).toBe(400);
  });

  it("§5 cleans and cuts every text", async () => {
    const long = "é".repeat(10_000);
    const { body } = await patch({
      name: `${long}`,
      display_name: "<script>x</script>Mia onclick=evil()",
      notes: long,
      public_notes: `javascript:${"b".repeat(5000)}`,
    });
    expect(body.name).toBe("é".repeat(100));
    expect(body.display_name).toBe("Mia");
    expect(body.notes).toHaveLength(1000);
    expect(body.public_notes).toBe("b".repeat(1000));
    expect((await patch({ name: "x".repeat(20_001) })).status).toBe(400);
  });

  it("merges colors into the theme and refuses anything that isn't a color", async () => {
    const { body } = await patch({ theme_settings: { theme_color: "#ABC", button_color: "#102030" } });
    expect(body.theme_settings).toEqual({
      ...DEFAULT_LOOK,
      theme_color: "#abc",
      text_color: "#2e1065",
      button_color: "#102030",
      button_text_color: "#2e1065",
      button_style: "filled",
      button_shape: "rounded",
      always_own_colors: null,
    });
    const again = await patch({ theme_settings: { text_color: "#000000" } });
    expect(again.body.theme_settings).toMatchObject({ theme_color: "#abc", text_color: "#000000" });
    profile = again.body;
    for (const color of ["red", "#12345", "#fff;}", "", "url(//x)"]) {
      const message = "Enter a hex color such as #6d28d9.";
      expect(await expectRefusal({ theme_settings: { text_color: color } }, "COLOR_INVALID", message)).toBe(
        400,
      );
    }
  });

  it("keeps the owner's colors in dark mode if the owner wants that", async () => {
    const { body } = await patch({ theme_settings: { always_own_colors: true } });
    expect(body.theme_settings.always_own_colors).toBe(true);
    const again = await patch({ theme_settings: { text_color: "#000000" } });
    expect(again.body.theme_settings).toMatchObject({ always_own_colors: true, text_color: "#000000" });
    expect((await patch({ theme_settings: { always_own_colors: "yes" } })).status).toBe(400);
    profile = (await patch({ theme_settings: { always_own_colors: false } })).body;
  });

  it("keeps social platforms as an array, with https in front and without empty entries", async () => {
    const { body } = await patch({
      social_platforms: [
        { platform: " Instagram ", url: "instagram.com/mia" },
        { platform: "tiktok", url: "  " },
        { platform: "mastodon", url: "https://social.example/@mia" },
        { platform: "", url: "https://mia.example" },
        { platform: "YouTube", url: "@mia" },
      ],
    });
    expect(body.social_platforms).toEqual([
      { platform: "instagram", url: "https://instagram.com/mia" },
      { platform: "mastodon", url: "https://social.example/@mia" },
      { platform: "website", url: "https://mia.example" },
      { platform: "youtube", url: "https://youtube.com/@mia" },
    ]);
  });

  it("§5 refuses a dangerous social URL and says which platform it's for", async () => {
    for (const url of [
      "javascript:alert(1)",
      "http://2130706433/",
      "ftp://a.example",
      "https://a@b.example",
    ]) {
      const social_platforms = [
        { platform: "x", url: "https://x.com/mia" },
        { platform: "youtube", url },
      ];
      expect(await expectRefusal({ social_platforms }, "URL_DANGEROUS", `youtube: ${DANGEROUS}`)).toBe(400);
    }
    for (const [platform, code, say] of [
      ["youtube", "SOCIAL_INVALID", "Enter your username there, or the URL of your profile."],
      ["whatsapp", "WHATSAPP_INVALID", "Enter your number with its country code, such as +1 555 123 4567."],
      ["discord", "URL_INVALID", "Enter a web URL such as https://example.com."],
    ] as const) {
      const social_platforms = [{ platform, url: "mia mia" }];
      expect(await expectRefusal({ social_platforms }, code, `${platform}: ${say}`)).toBe(400);
    }
  });

  it("accepts only our own pictures and web URLs", async () => {
    const nowhere = `/media/${randomUUID()}.webp`;
    for (const url of [nowhere, "/media/x.webp", "/etc/passwd", "mailto:a@b.example"]) {
      expect(await expectRefusal({ profile_picture_url: url }, "PICTURE_INVALID")).toBe(400);
    }
    for (const url of ["javascript:alert(1)", "https://127.0.0.1/p.png", "data:image/png;base64,AA"]) {
      expect(await expectRefusal({ profile_picture_url: url }, "URL_DANGEROUS", DANGEROUS)).toBe(400);
    }
  });
});

describe("two tabs", () => {
  it("refuse the later one, which gets the newer profile and can save over it", async () => {
    const { updated_at } = profile;
    const first = await patch({ name: "First", updated_at });
    expect(first.status).toBe(200);
    const second = await patch({ name: "Second", updated_at });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: "CHANGED_MEANWHILE",
      message: "This was changed somewhere else while you were editing it.",
      data: first.body,
    });
    const over = await patch({ name: "Second", updated_at: second.body.data.updated_at });
    expect(over.body.name).toBe("Second");
  });

  it("never both win, however close together they are", async () => {
    const { updated_at } = profile;
    const answers = await Promise.all([1, 2, 3, 4].map((n) => patch({ name: `Tab ${n}`, updated_at })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("agree if they say the same: a form sent twice is saved once", async () => {
    const form = { name: "Same", theme_settings: { theme_color: "#123456" }, updated_at: profile.updated_at };
    const [first, second] = [await patch(form), await patch(form)];
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(changed).toHaveLength(1);
  });

  it("nonsense as a time counts as an old version, not as an error", async () => {
    expect((await patch({ name: "x", updated_at: "yesterday" })).status).toBe(409);
  });

  it("the time of a change is always later than the last one, even if the clock goes back", async () => {
    app.clock.advance(-3_600_000);
    const { body } = await patch({ name: "Earlier" });
    app.clock.advance(3_600_000);
    expect(body.updated_at > profile.updated_at).toBe(true);
  });
});
