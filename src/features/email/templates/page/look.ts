/* A sketch of an e-mail for its thumbnail: its colors, and how it begins. */
import type { Block, TemplateParts } from "../blocks/blocks-contract.ts";
import type { Look } from "../look-contract.ts";
import { visibleText } from "../rules.ts";

/** More don't fit into a thumbnail. */
export const LOOK_BLOCKS = 7;
const WORDS_CHARS_MAX = 60;

type LookPart = Look["parts"][number];

export function lookOf({ mode, blocks, theme }: Pick<TemplateParts, "mode" | "blocks" | "theme">): Look {
  const { background, card, text, accent, accent_text, radius } = theme;
  const parts = mode === "blocks" ? blocks.flatMap(partOf).slice(0, LOOK_BLOCKS) : UNKNOWN;
  return { background, card, text, accent, accent_text, radius, parts };
}

const part = (type: LookPart["type"], words = "", picture = ""): LookPart => ({
  type,
  words: words.slice(0, WORDS_CHARS_MAX).toWellFormed(),
  picture,
});

/** HTML and Markdown aren't looked into. */
const UNKNOWN: LookPart[] = [part("heading"), part("text"), part("text"), part("text")];

function partOf(block: Block): LookPart[] {
  switch (block.type) {
    case "heading":
      return [part("heading", block.text)];
    case "button":
      return [part("button", block.label)];
    case "picture":
      return [part("picture", "", block.picture)];
    case "text":
      return visibleText(block.html) === "" ? [] : [part("text")];
    case "countdown":
      return [part("picture")];
    case "footer":
      return [];
    default:
      return [part(block.type)];
  }
}
