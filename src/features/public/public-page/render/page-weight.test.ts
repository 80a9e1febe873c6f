// @project unit
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { glyphOf, ICON_NAMES } from "#src/features/pages/icons/page/icons.ts";
import { LINK_KINDS } from "#src/features/pages/links/blocks-contract.ts";
import { LEAD_FORM_TEXTS } from "#src/features/pages/profiles/page/lead-form.ts";
import { pageLinkOf, pageViewOf } from "#test/harness/page-view.ts";
import type { PageView } from "../page/page-view.ts";
import { renderPage } from "./render.ts";

const PAGE_BYTES_MAX = 20 * 1024;
const SCRIPT_BYTES_MAX = 12 * 1024;
const PAGE_SCRIPT = new URL("../../../../browser/page.ts", import.meta.url);
const BLOCKS_SCRIPT = new URL("../../../../browser/blocks.ts", import.meta.url);
const VIDEO_SCRIPT = new URL("../../../../browser/backdrop-video.ts", import.meta.url);
const VIDEO_BYTES_MAX = 1024;
const BLOCKS_BYTES_MAX = 1.5 * 1024;

async function builtScript(file = PAGE_SCRIPT): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(file) },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
}

/** Everything an owner can turn on. */
const EVERYTHING: Partial<PageView> = {
  background: {
    url: "/media/0190aaaa-bbbb-7ccc-8ddd-000000000099.webp",
    overlay: "black",
    opacity: 0.3,
    tones: null,
  },
  is_online: true,
  response_time: "a few hours",
  shows_location: true,
  promotion: {
    text: "20 % off the new vinyl until midnight",
    color: "pink-purple",
    position: "floating",
    deadline: "visitor",
    minutes: 90,
    ends_at: null,
  },
  lead_form: {
    ...LEAD_FORM_TEXTS,
    phone: "required",
    download: "https://example.com/pack.zip",
    confirms: true,
  },
  facebook_pixel_id: "123456789012345",
  google_analytics_id: "G-ABCDEF1234",
  rescue_url: "https://example.com/rescue",
  in_app_browsers: ["tiktok", "instagram"],
};

/** A page of 12 links. */
function pageWith(features: Partial<PageView> = {}): string {
  const links = Array.from({ length: 12 }, (_, n) => ({
    id: `0190aaaa-bbbb-7ccc-8ddd-0000000000${String(n + 10)}`,
    title: `${glyphOf(ICON_NAMES[n + 4] ?? "globe").label} number ${n * 7919}`,
    description: `What there is to see behind it, part ${n * 104729}`,
    url: `https://example-${n * 7}.com/path/${n * 15485863}`,
    icon: ICON_NAMES[n + 12] ?? "globe",
    show_icon: true,
  }));
  const socials = ["instagram", "tiktok", "youtube", "spotify", "x", "facebook"].map((platform) => ({
    platform,
    url: `https://${platform}.com/mia`,
  }));
  const page = pageViewOf({
    bio: "Singer and songwriter from Lisbon.",
    socials,
    links: links.map((one, n) =>
      pageLinkOf({ ...one, show_adult_warning: features.lead_form !== undefined && n < 3 }),
    ),
    ...features,
  });
  const frame = { instanceName: "Fanfare", publicUrl: "https://fan.example", scriptUrl: "/assets/page-1.js" };
  return renderPage(page, frame).html;
}

const gzipped = (text: string) => gzipSync(text, { level: 6 }).length;

describe("page-weight", () => {
  it("a page of 12 links weighs at most 20 KB gzipped with its script, even with every feature on", async () => {
    const script = gzipped(await builtScript());
    expect(script).toBeGreaterThan(300);
    expect(script).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(gzipped(pageWith()) + script).toBeLessThanOrEqual(PAGE_BYTES_MAX);
    expect(gzipped(pageWith(EVERYTHING)) + script).toBeLessThanOrEqual(PAGE_BYTES_MAX);
  });

  it("a video costs nothing on pages without one, and little on others", async () => {
    for (const trace of ["data-video", "data-motion", ".motion"]) expect(pageWith()).not.toContain(trace);
    expect(gzipped(await builtScript(VIDEO_SCRIPT))).toBeLessThanOrEqual(VIDEO_BYTES_MAX);
    const { background } = EVERYTHING;
    if (!background) throw new Error("There’s no background.");
    const moving = pageWith({ background: { ...background, video: background.url.replace("webp", "mp4") } });
    expect(moving).toContain('.mp4"');
    expect(gzipped(moving) - gzipped(pageWith({ background }))).toBeLessThanOrEqual(VIDEO_BYTES_MAX);
  });

  it("blocks cost nothing on pages without any, and little on others", async () => {
    const plain = pageWith();
    for (const trace of [
      ".title{",
      "details-marker",
      ".gallery",
      "data-embed",
      "data-animation",
      "page-blocks",
    ])
      expect(plain).not.toContain(trace);
    expect(gzipped(await builtScript(BLOCKS_SCRIPT))).toBeLessThanOrEqual(BLOCKS_BYTES_MAX);
    const kinds = LINK_KINDS.flatMap((kind) => (kind === "link" ? [] : [{ kind, content: {} }]));
    const links = kinds.map((block, n) => pageLinkOf({ id: `b${n}`, title: block.kind, block }));
    expect(gzipped(pageWith({ links })) - gzipped(pageWith({ links: [] }))).toBeLessThanOrEqual(
      2 * BLOCKS_BYTES_MAX,
    );
  });
});
