// @project server-postgres
import { createRequire } from "node:module";
import { sql } from "drizzle-orm";
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

async function makeProfile(name: string) {
  const { body } = await owner.api("POST", "/profiles", { name });
  return body as { id: string; username: string };
}

const visit = (path: string) => app.visitor().call("GET", path);

describe("the picture for sharing", () => {
  const addressOf = (html: string) =>
    /property="og:image" content="[^"]*?(\/[^"/]+\/share\.jpg\?v=\w+)"/.exec(html)?.[1] ?? "";
  const fetchPicture = async (path: string) => {
    const answer = await fetch(app.url + path, { redirect: "manual" });
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  it("is at the URL that the page names, and cached forever", async () => {
    const { id } = await makeProfile("Drawn one");
    await owner.api("PATCH", `/profiles/${id}`, { public_notes: "Songs & stories <3 🎸" });
    const html = (await visit("/drawnone")).body;
    const path = addressOf(html);
    const { answer, bytes } = await fetchPicture(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    const said = (name: string) => new RegExp(`og:image:${name}" content="([^"]+)"`).exec(html)?.[1];
    expect([said("type"), said("width"), said("height")]).toEqual(["image/jpeg", "1200", "630"]);
    expect(bytes.length).toBeLessThan(300_000);
    const etag = answer.headers.get("etag") ?? "";
    expect((await fetch(app.url + path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(app.url + path, { method: "HEAD" })).status).toBe(200);
  });

  it("has a new URL after an edit; the old one shows the current picture, but not for long", async () => {
    const { id } = await makeProfile("Edited one");
    const before = addressOf((await visit("/editedone")).body);
    const first = await fetchPicture(before);
    await owner.api("PATCH", `/profiles/${id}`, { display_name: "Someone else" });
    const after = addressOf((await visit("/editedone")).body);
    expect(after).not.toBe(before);
    const old = await fetchPicture(before);
    expect(old.answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(Buffer.from(old.bytes).equals(first.bytes)).toBe(false);
    expect(Buffer.from(old.bytes).equals((await fetchPicture(after)).bytes)).toBe(true);
  });

  it("copes with names that the font can't draw, absurd ones, and markup", async () => {
    const { id } = await makeProfile("Absurd one");
    for (const display_name of ["山田 太郎", "🎸🎸🎸", "محمد", "W".repeat(90), "<b>&amp;", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L", "\u200b"]) {
      await owner.api("PATCH", `/profiles/${id}`, { display_name, public_notes: display_name.repeat(5) });
      const { answer, bytes } = await fetchPicture("/absurdone/share.jpg");
      expect(answer.status).toBe(200);
      expect((await sharp(bytes).metadata()).width).toBe(1200);
    }
  });

  it("shows the uploaded avatar and background, and fetches nothing from elsewhere", async () => {
    const { id } = await makeProfile("Pictured one");
    const plain = await fetchPicture("/picturedone/share.jpg");
    const far = "https://example.com/a.png";
    await app.platform.db.execute(
      sql`update client_profiles set profile_picture_url = ${far} where id = ${id}`,
    );
    const elsewhere = await fetchPicture("/picturedone/share.jpg");
    expect(Buffer.from(elsewhere.bytes).equals(plain.bytes)).toBe(true);
    const { url } = (await owner.api("POST", "/media", await pictureForm("avatar", "#f00"))).body;
    await owner.api("PATCH", `/profiles/${id}`, { profile_picture_url: url });
    const { bytes } = await fetchPicture("/picturedone/share.jpg");
    const face = await sharp(
      await sharp(bytes).extract({ left: 230, top: 260, width: 20, height: 20 }).toBuffer(),
    ).stats();
    expect(face.channels[0]?.mean).toBeGreaterThan(240);
    expect(face.channels[1]?.mean).toBeLessThan(20);
  });

  it("doesn't exist for unknown names and inactive profiles, and moves with the name", async () => {
    expect((await visit("/nobodyatall/share.jpg")).status).toBe(404);
    const { id } = await makeProfile("Moving one");
    await owner.api("PATCH", `/profiles/${id}`, { username: "movedone" });
    const moved = await visit("/movingone/share.jpg");
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "/movedone/share.jpg"]);
    const path = addressOf((await visit("/movedone")).body);
    expect((await fetchPicture(path)).answer.status).toBe(200);
    await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" });
    expect((await visit(path)).status).toBe(410);
  });

  it("is drawn once for everyone who asks at the same time", async () => {
    const { username } = await makeProfile("Burst one");
    const pictures = await Promise.all(
      Array.from({ length: 40 }, (_, n) => fetchPicture(`/${username}/share.jpg?v=${n}`)),
    );
    for (const { answer, bytes } of pictures) {
      expect(answer.status).toBe(200);
      expect(Buffer.from(bytes).equals(pictures[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    }
  });
});
