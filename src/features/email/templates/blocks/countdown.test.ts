// @project server-postgres
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { toText } from "../render/prepared-parts.ts";
import { CountdownPictures } from "./countdown-pictures.ts";

let app: TestApp;
let owner: Client;

beforeAll(async () => {
  app = await startApp();
  owner = await app.signUp();
});
afterAll(() => app?.close());

const countdown = (changes: object = {}) => ({
  id: "c",
  type: "countdown",
  ends: "2026-12-24T18:00",
  time_zone: "America/New_York",
  after: "Doors are <open> & free",
  ...changes,
});
const create = (block: object) => owner.api("POST", "/templates", { name: "Soon", blocks: [block] });

async function previewOf(block: object) {
  const { id } = (await create(block)).body;
  const { html, text, findings } = (await owner.api("POST", `/templates/${id}/preview`, {})).body;
  const path = /src="[^"]*(\/m\/countdown\/[^"]*)"/.exec(html)?.[1] ?? "";
  const words = findings.map(({ block, message }: { block?: string; message: string }) => ({
    block,
    message,
  }));
  return { html, text, path, words };
}

const pictureAt = async (path: string) => {
  const response = await fetch(app.url + path);
  const png = Buffer.from(await response.arrayBuffer());
  return { status: response.status, kept: response.headers.get("cache-control"), png };
};

it("a countdown’s picture shows what’s left at the minute it’s opened, and then the words for afterwards", async () => {
  app.clock.set("2026-12-23T23:00:30Z");
  const { html, text, path, words } = await previewOf(countdown());
  expect(html).toContain('alt="Ends December 24, 2026 at 6:00 PM (America/New York)"');
  expect(text).toContain("Ends December 24, 2026 at 6:00 PM (America/New York)");
  expect(text).not.toContain("/m/countdown/");
  expect(words.filter(({ block }: { block?: string }) => block === "c")).toEqual([]);

  const early = await pictureAt(path);
  expect([early.status, early.kept]).toEqual([
    200,
    expect.stringMatching(/^public, max-age=(?:[12]?\d|30)$/),
  ]);
  expect(await sharp(early.png).metadata()).toMatchObject({ format: "png", width: 960 });
  app.clock.set("2026-12-24T22:59:30Z");
  const late = await pictureAt(path);
  expect(late.png.equals(early.png)).toBe(false);
  app.clock.set("2026-12-24T23:00:00Z");
  const over = await pictureAt(path);
  expect(over.kept).toBe("public, max-age=86400");
  expect(over.png.equals(late.png)).toBe(false);
  const after = await previewOf(countdown());
  expect(after.words).toContainEqual({
    block: "c",
    message: "The countdown is over before anyone gets this e-mail.",
  });
});

it("a countdown’s picture is drawn once a minute, however many look, and only from an address that we signed", async () => {
  app.clock.set("2026-12-01T00:00:10Z");
  const { path } = await previewOf(countdown());
  const token = path.slice("/m/countdown/".length, -".png".length);
  const pictures = new CountdownPictures(app.platform);
  const [one, other] = await Promise.all([pictures.find(token), pictures.find(token)]);
  expect(one?.png).toBe(other?.png);
  app.clock.advance(60_000);
  expect((await pictures.find(token))?.png).not.toBe(one?.png);

  const [said = "", signature = ""] = token.split(".");
  const forged = Buffer.from(Buffer.from(said, "base64url").toString().replace("open", "shut")).toString(
    "base64url",
  );
  for (const tampered of [
    `${forged}.${signature}`,
    `${said}.${"é".repeat(14)}`,
    said,
    `${token}.1`,
    `.${token}`,
    `${token}.png`.repeat(40),
  ])
    expect((await pictureAt(`/m/countdown/${tampered}.png`)).status).toBe(404);
});

it("a countdown ends at a time that exists, in a zone that exists", async () => {
  for (const odd of [
    { ends: "2026-02-30T10:00" },
    { ends: "soon" },
    { time_zone: "Mars/Olympus" },
    { after: "x".repeat(61) },
  ])
    expect((await create(countdown(odd))).status).toBe(400);
  // Words that no font has leave the picture with ours.
  app.clock.set("2027-01-01T00:00:00Z");
  const { path } = await previewOf(countdown({ after: "🎉" }));
  expect((await pictureAt(path)).status).toBe(200);
  expect(toText('<p>A</p><img src="https://f.test/x.png" alt="B">')).toBe("A");
});
