// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app.close());

const duplicate = (source_profile_id: string, new_profile_name: string) =>
  owner.api("POST", "/rpc/duplicate_profile", { source_profile_id, new_profile_name });

async function rowOf(table: "client_profiles" | "links", where: string, id: string) {
  const query = sql`select * from ${sql.identifier(table)} where ${sql.identifier(where)} = ${id} order by id`;
  return rowsOf<Record<string, unknown>>(app.platform.db, query);
}

/** Every setting of a page, all different from the defaults. */
const PAGE_SETTINGS = {
  show_online_indicator: true,
  show_response_time: true,
  response_time: "an hour",
  show_location: true,
  customer_rescue_enabled: true,
  customer_rescue_url: "https://r.example",
  overlay_color: "white",
  overlay_opacity: 0.5,
  promotion_text: "Sale",
  promotion_settings: {
    countdownDuration: "45",
    backgroundColor: "green-teal",
    position: "floating",
    deadline: "fixed",
    ends_at: "2030-01-01T00:00:00.000Z",
    button_text: "Old",
  },
  facebook_pixel_id: "1",
  google_analytics_id: "G-1",
  screensaver_enabled: true,
  screensaver_link: "https://s.example",
  lead_capture_enabled: true,
  lead_capture_title: "T",
  lead_capture_description: "D",
  collect_phone_enabled: true,
  phone_required: false,
  disclaimer_text: "C",
  button_text: "B",
  collect_without_download: true,
  confirm_sign_ups: true,
  past_emails: 4,
  own_css: "h1 { color: red }",
  tiktok_fallback_enabled: true,
  in_app_browsers: ["instagram", "line"],
  direct_link_url: "https://d.example",
  direct_link_warning: true,
};

describe("duplicate_profile", () => {
  it("copies links in order, theme, and every setting, without statistics", async () => {
    const { id } = (await owner.api("POST", "/profiles", { name: "Original", notes: "n" })).body;
    const { url } = (await owner.api("POST", "/media", await pictureForm("background"))).body;
    await owner.api("PATCH", `/profiles/${id}`, {
      display_name: "Shown",
      public_notes: "Bio",
      theme_settings: {
        theme_color: "#123456",
        font: "lora",
        background_kind: "pattern",
        background_colors: ["#aabbcc"],
      },
      social_platforms: [{ platform: "x", url: "https://x.com/o" }],
      ...PAGE_SETTINGS,
      background_image_url: url,
    });
    const ids: string[] = [];
    for (const title of ["a", "removed", "c"]) {
      const link = await owner.api("POST", `/profiles/${id}/links`, {
        title,
        url: `${title}.example`,
        icon: "music",
      });
      ids.push(link.body.id);
    }
    await owner.api("DELETE", `/links/${ids[1]}`);
    await owner.api("PUT", `/profiles/${id}/links/order`, { ids: [ids[2], ids[0]] });
    await app.platform.db.execute(sql`update links set click_count = 7, is_ab_test = true, link_a = 'https://a.example',
      geo_restrictions = '{"blocked_countries":["FR"]}' where profile_id = ${id}`);
    app.clock.advance(5);

    const { status, body } = await duplicate(id, " Second ");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Second",
      username: "second",
      status: "active",
      link_count: 2,
      notes: "n",
    });

    expect(body).toMatchObject({ ...PAGE_SETTINGS, background_image_url: url });
    const own = ["id", "name", "username", "created_at", "updated_at"];
    const without = (row: object | undefined, names: string[]) =>
      Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)));
    const [source] = await rowOf("client_profiles", "id", id);
    const [copy] = await rowOf("client_profiles", "id", body.id);
    expect(without(copy, own)).toEqual(without(source, own));
    const links = (await owner.api("GET", `/profiles/${body.id}/links`)).body.items;
    expect(
      links.map(({ title, position }: { title: string; position: number }) => [title, position]),
    ).toEqual([
      ["c", 0],
      ["a", 1],
    ]);
    const settings = [...own, "profile_id", "click_count", "position", "title", "url"];
    const [original] = await rowOf("links", "id", ids[2] ?? "");
    const [copied] = await rowOf("links", "id", links[0].id);
    expect(without(copied, settings)).toEqual(without(original, settings));
    expect(copied).toMatchObject({ click_count: 0, is_ab_test: true });
  });

  it("refuses a blank name and doesn't find other people's profiles", async () => {
    const { id } = (await owner.api("POST", "/profiles", { name: "Mine" })).body;
    expect((await duplicate(id, " \u200b")).body).toMatchObject({
      code: "NAME_REQUIRED",
      message: "Give your profile a name.",
    });
    await owner.api("DELETE", `/profiles/${id}`);
    expect(await duplicate(id, "Copy")).toMatchObject({
      status: 404,
      body: { message: "Profile not found" },
    });
  });
});
