// @project server-postgres
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";

const sharp: typeof import("sharp").default = createRequire(import.meta.url)("sharp");

let app: TestApp;
let owner: Client;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

async function profileWith(name: string, settings: object) {
  const { body } = await owner.api("POST", "/profiles", { name });
  const answer = await owner.api("PATCH", `/profiles/${body.id}`, settings);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return body as { id: string; username: string };
}

const read = (path: string) => app.visitor().call("GET", path);

describe("a page that a fan installs", () => {
  it("opens that page and has its name, even after the dashboard was installed", async () => {
    await profileWith("Nora Sings", {
      public_notes: "Songs and stories",
      theme_settings: { theme_color: "#123456" },
    });
    const { body: page } = await read("/norasings");
    expect(page).toContain('<link rel="manifest" href="/norasings/manifest.json"/>');
    expect(page).toContain('<meta name="application-name" content="Nora Sings"/>');
    const { status, body, headers } = await read("/norasings/manifest.json");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("application/manifest+json");
    expect(body).toMatchObject({
      id: "/norasings",
      start_url: "/norasings",
      scope: "/norasings",
      name: "Nora Sings",
      short_name: "Nora Sings",
      theme_color: "#123456",
      display: "standalone",
    });
    expect((await read("/manifest.json")).body.start_url).toBe("/dashboard");
    expect((await read("/nobodyhere")).body).toContain('href="/manifest.json"');
  });

  it("has its avatar as an icon, square in the sizes that phones ask for", async () => {
    const { url } = (await owner.api("POST", "/media", await pictureForm("avatar"))).body;
    await profileWith("Faced", { profile_picture_url: url });
    const { icons } = (await read("/faced/manifest.json")).body;
    expect(icons).toHaveLength(4);
    for (const { src, sizes } of icons) {
      const answer = await fetch(app.url + src);
      expect([src, answer.status]).toEqual([src, 200]);
      const { width, height, format } = await sharp(new Uint8Array(await answer.arrayBuffer())).metadata();
      expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
    }
    const asked = (name: string) =>
      fetch(`${app.url}/faced/icon-${name}.png`).then((answer) => answer.arrayBuffer());
    expect(new Uint8Array(await asked("192"))).toEqual(new Uint8Array(await asked("192")));
    expect((await asked("192")).byteLength).not.toBe((await asked("512")).byteLength);
    expect((await read("/faced")).body).toMatch(
      /<link rel="apple-touch-icon" href="\/faced\/icon-192\.png\?v=\w+"\/>/,
    );
  });

  it("has the instance's icon if it has no avatar", async () => {
    await profileWith("Plain", {});
    const { icons } = (await read("/plain/manifest.json")).body;
    expect(icons.map(({ src }: { src: string }) => src)).toContain("/static/icon-192.png");
    expect((await read("/plain/icon-192.png")).status).toBe(404);
  });

  it("doesn't exist for unknown names, the product's own names, or inactive pages", async () => {
    const { id } = await profileWith("Off", {});
    await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" });
    for (const name of ["off", "nobodyhere", "help", "-"]) {
      expect((await read(`/${name}/manifest.json`)).status).toBe(404);
    }
  });
});
