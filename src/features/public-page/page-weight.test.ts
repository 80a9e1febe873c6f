import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { pageLinkOf, pageViewOf } from "#test/harness/page-view.ts";
import { glyphOf, ICON_NAMES } from "./page/icons.ts";
import { renderPage } from "./render.ts";

const PAGE_BYTES_MAX = 20 * 1024;
const SCRIPT_BYTES_MAX = 10 * 1024;

async function builtScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL("../../browser/page.ts", import.meta.url)) },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return output.map((file) => (file.type === "chunk" ? file.code : "")).join("");
}

function typicalPage(): string {
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
    links: links.map(pageLinkOf),
  });
  const frame = { instanceName: "Fanfare", publicUrl: "https://fan.example", scriptUrl: "/assets/page-1.js" };
  return renderPage(page, frame).html;
}

describe("page-weight", () => {
  it("a page of 12 links weighs at most 20 KB gzipped with its script, which weighs at most 10 KB", async () => {
    const script = gzipSync(await builtScript(), { level: 6 }).length;
    const html = gzipSync(typicalPage(), { level: 6 }).length;
    expect(script).toBeGreaterThan(300);
    expect(script).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(html + script).toBeLessThanOrEqual(PAGE_BYTES_MAX);
  });
});
