// @project server-postgres
import { createRequire } from "node:module";
import jsqr from "jsqr";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLAIN_QR, QR_SHAPES } from "#src/features/pages/profiles/page/qr-design.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { drawQr, qrSvg } from "./qr-code.ts";
import { qrPng } from "./qr-png.ts";
import { QR_PIXELS_MAX } from "./rules.ts";

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

/** As cameras see it, some three hundred pixels wide, on a white wall. */
async function photograph(png: Uint8Array): Promise<string | undefined> {
  return readQr(await sharp(png).resize(320).flatten({ background: "#ffffff" }).png().toBuffer());
}

async function readQr(png: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe("the QR code of a page", () => {
  it("leads to the page's URL, in every size", async () => {
    await makeProfile("Nora Sings");
    for (const [size, pixels] of [
      ["128", 128],
      ["500", 500],
      ["", 1024],
      ["1", 128],
      ["99999", 2048],
    ]) {
      const answer = await fetch(`${app.url}/norasings/qr.png?size=${size}`);
      expect(answer.headers.get("content-type")).toBe("image/png");
      const png = new Uint8Array(await answer.arrayBuffer());
      expect(await sharp(png).metadata()).toMatchObject({ width: pixels, height: pixels });
      expect(await readQr(png)).toBe(`${app.url}/norasings?utm_source=qr`);
    }
  });

  it("takes so little, even the largest, that nobody holds up others by asking for many", async () => {
    const before = process.cpuUsage();
    for (let n = 0; n < 10; n++)
      await qrPng(await drawQr(`https://example.com/${n}`, { design: PLAIN_QR }), QR_PIXELS_MAX);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });

  it("is the same as the drawing without pixels, with a quiet zone of four modules", async () => {
    const { status, body, headers } = await app.visitor().call("GET", "/norasings/qr.svg");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/svg+xml");
    expect(body).toBe(qrSvg(await drawQr(`${app.url}/norasings?utm_source=qr`, { design: PLAIN_QR })));
    const side = Number(/viewBox="0 0 (\d+) \1"/.exec(body)?.[1]);
    const modules = new Uint8ClampedArray(side * side * 4).fill(255);
    for (const [, x, y, length] of body.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
      expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4);
      for (let at = 0; at < Number(length); at++)
        modules.fill(0, 4 * (Number(y) * side + Number(x) + at), 4 * (Number(y) * side + Number(x) + at) + 3);
    }
    const png = await sharp(Buffer.from(modules), { raw: { width: side, height: side, channels: 4 } })
      .resize(side * 6, side * 6, { kernel: "nearest" })
      .png()
      .toBuffer();
    expect(await readQr(png)).toBe(`${app.url}/norasings?utm_source=qr`);
  });

  it("doesn't exist for unknown names (404) and inactive profiles (410), and moves with the name (301)", async () => {
    const profile = await makeProfile("Wanderer");
    await owner.api("PATCH", `/profiles/${profile.id}`, { username: "settler" });
    for (const file of ["qr.svg", "qr.png", "qr.pdf", "card.vcf"]) {
      expect((await app.visitor().call("GET", `/nobodyhere/${file}`)).status).toBe(404);
      expect((await app.visitor().call("GET", `/-/${file}`)).status).toBe(404);
      const moved = await app.visitor().call("GET", `/wanderer/${file}`);
      expect([moved.status, moved.headers.get("location")]).toEqual([301, `/settler/${file}`]);
    }
    await owner.api("PUT", `/profiles/${profile.id}/status`, { status: "inactive" });
    for (const file of ["qr.svg", "qr.png", "card.vcf"]) {
      expect((await app.visitor().call("GET", `/settler/${file}`)).status).toBe(410);
    }
  });
});

describe("the design of a page's codes", () => {
  const TARGET = "https://fan.example/norasings?utm_source=qr";

  it("keeps every code readable: each shape, with and without picture and caption, dark on light and in color", async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#d97706" } })
      .png()
      .toBuffer();
    const colors = [{ dark: "#4c1d95", light: "#fef3c7" }];
    for (const shape of QR_SHAPES)
      for (const { dark, light } of colors)
        for (const caption of ["", "アリス scans"])
          for (const has_picture of [false, true]) {
            const design = { shape, dark, light, caption, has_picture };
            const drawing = await drawQr(TARGET, { design, picture });
            const png = await qrPng(drawing, 400);
            const said = JSON.stringify(design);
            expect(await photograph(png), said).toBe(TARGET);
            expect(drawing.caption !== null, said).toBe(caption !== "");
          }
  });

  it("is the page's own, also for its links, and visits from both are counted as scans", async () => {
    const profile = await makeProfile("Designed");
    const link = (
      await owner.api("POST", `/profiles/${profile.id}/links`, { title: "Shop", url: "https://shop.example" })
    ).body;
    const design = {
      shape: "dots",
      dark: "#14532d",
      light: "#ffffff",
      has_picture: false,
      caption: "Shop now",
    };
    const { body } = await owner.api("PATCH", `/profiles/${profile.id}`, { qr_design: design });
    expect(body.qr_design).toEqual(design);
    const read = async (path: string) =>
      photograph(new Uint8Array(await (await fetch(app.url + path)).arrayBuffer()));
    expect(await read("/designed/qr.png")).toBe(`${app.url}/designed?utm_source=qr`);
    expect(await read(`/designed/qr.png?link=${link.id}`)).toBe(`${app.url}/go/${link.id}?utm_source=qr`);
    expect((await app.visitor().call("GET", "/designed/qr.svg")).body).toContain('fill="#14532d"');
    const pdf = await fetch(`${app.url}/designed/qr.pdf`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect((await pdf.text()).startsWith("%PDF-1.4\n")).toBe(true);
    for (const other of [owner.id, "7", "0190aaaa-bbbb-7ccc-8ddd-00000000000a"])
      expect((await fetch(`${app.url}/designed/qr.png?link=${other}`)).status).toBe(404);
    await owner.api("PATCH", `/links/${link.id}`, { is_visible: false });
    expect((await fetch(`${app.url}/designed/qr.png?link=${link.id}`)).status).toBe(404);
  });

  it("has colors that scanners can tell apart, dark on light", async () => {
    const { id } = await makeProfile("Unreadable");
    const change = async (qr_design: object) =>
      (await owner.api("PATCH", `/profiles/${id}`, { qr_design })).body;
    for (const colors of [{ dark: "#ffffff", light: "#000000" }, { dark: "#aaaaaa" }, { light: "#333333" }])
      expect(await change(colors)).toMatchObject({ code: "QR_UNSCANNABLE" });
    expect(await change({ dark: "red" })).toMatchObject({ code: "COLOR_INVALID" });
    expect(await change({ shape: "hearts" })).toMatchObject({ code: "CHOICE_INVALID" });
    expect((await change({ caption: "x".repeat(100) })).qr_design.caption).toHaveLength(24);
  });
});

describe("the vCard of a page", () => {
  it("has name, URL, bio, and social profiles, escaped and folded", async () => {
    const profile = await makeProfile("Card");
    await owner.api("PATCH", `/profiles/${profile.id}`, {
      display_name: "Nora, Sings; \\o/",
      public_notes: `Line one\nEND:VCARD\n${"long words, 日本 🎸 ".repeat(20)}`,
      social_platforms: [{ platform: "instagram", url: "https://instagram.com/nora" }],
    });
    const { status, body, headers } = await app.visitor().call("GET", "/card/card.vcf");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/vcard; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="card.vcf"');
    for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(body).not.toContain("\ufffd");
    const lines = body.replaceAll("\r\n ", "").split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["BEGIN:VCARD", "VERSION:3.0"]);
    expect(lines).toEqual(
      expect.arrayContaining([
        "FN:Nora\\, Sings\\; \\\\o/",
        "N:;Nora\\, Sings\\; \\\\o/;;;",
        `URL:${app.url}/card`,
        "X-SOCIALPROFILE;TYPE=instagram:https://instagram.com/nora",
      ]),
    );
    expect(lines.find((line: string) => line.startsWith("NOTE:"))).toMatch(
      /^NOTE:Line one\\nEND:VCARD\\nlong words\\, 日本 🎸/,
    );
    expect(lines.filter((line: string) => line === "END:VCARD")).toHaveLength(1);
    expect(lines.at(-2)).toBe("END:VCARD");
  });

  it("has the page's own picture, over https", async () => {
    const secure = await startApp({ PUBLIC_URL: "https://fan.example" });
    const client = await secure.signUp();
    const { id } = (await client.api("POST", "/profiles", { name: "Shot" })).body;
    const { url } = (await client.api("POST", "/media", await pictureForm("avatar"))).body;
    await client.api("PATCH", `/profiles/${id}`, { profile_picture_url: url });
    const { body } = await secure.visitor().call("GET", "/shot/card.vcf");
    expect(body.replaceAll("\r\n ", "")).toContain(`PHOTO;VALUE=uri:https://fan.example${url}`);
    await secure.close();
  });

  it("has no picture if address books wouldn't fetch it: on an instance without https", async () => {
    const { id } = await makeProfile("Plain");
    const { url } = (await owner.api("POST", "/media", await pictureForm("avatar"))).body;
    await owner.api("PATCH", `/profiles/${id}`, { profile_picture_url: url });
    const { body } = await app.visitor().call("GET", "/plain/card.vcf");
    expect(body).not.toContain("PHOTO");
    expect(body).not.toContain("NOTE");
    expect(body).toContain("FN:Plain\r\n");
  });
});
