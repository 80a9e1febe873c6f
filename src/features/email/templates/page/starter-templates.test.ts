import { expect, test } from "vitest";
import { compileBlocks } from "../blocks/blocks.ts";
import { checkContent } from "../render/content.ts";
import { DEFAULT_THEME } from "../rules.ts";
import { STARTER_TEMPLATES, starterBlocks } from "./starter-templates.ts";

test("there are twelve ready-made templates, and nothing but gaps to fill in keeps them from being sent", () => {
  expect(new Set(STARTER_TEMPLATES.map(({ key }) => key)).size).toBe(12);
  const pages = new Map([["p", { links: [], socials: [] }]]);
  for (const ready of STARTER_TEMPLATES) {
    const blocks = starterBlocks(ready, { url: "https://mia.page/", profileId: "p" });
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
