import { expect, test } from "vitest";
import { compileBlocks } from "../compile.ts";
import { checkContent } from "../render.ts";
import { DEFAULT_THEME } from "../rules.ts";
import { READY_MADE, readyBlocks } from "./ready-made.ts";

test("there are twelve ready-made templates, and nothing but gaps to fill in keeps them from being sent", () => {
  expect(new Set(READY_MADE.map(({ key }) => key)).size).toBe(12);
  const pages = new Map([["p", { links: [], socials: [] }]]);
  for (const ready of READY_MADE) {
    const blocks = readyBlocks(ready, { url: "https://mia.page/", profileId: "p" });
    const html = compileBlocks(blocks, DEFAULT_THEME, {
      publicUrl: "https://f.test",
      pages,
      countdownUrls: new Map(),
    });
    const { subject, preheader } = ready;
    const found = checkContent({ subject, preheader, html, text: "" }, []);
    expect(found.filter(({ message }) => !message.includes("meant to replace"))).toEqual([]);
  }
});
