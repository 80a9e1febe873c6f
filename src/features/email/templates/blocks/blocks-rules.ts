import { visibleText } from "../rules.ts";
import type { Block, TemplateParts } from "./blocks-contract.ts";

/** True if it shows something that its author put there. */
function isFilled(block: Block): boolean {
  switch (block.type) {
    case "footer":
    case "divider":
      return false;
    case "text":
      return visibleText(block.html) !== "";
    case "heading":
      return block.text.trim() !== "";
    case "picture":
      return block.picture !== "";
    case "columns":
      return block.columns.some(
        ({ picture, html, label }) => picture !== "" || label !== "" || visibleText(html) !== "",
      );
    default:
      return true;
  }
}

/** True for an e-mail in which nobody has written anything yet. Its footer is always there. */
export function isEmptyMail({
  mode,
  blocks,
  source,
}: Pick<TemplateParts, "mode" | "blocks" | "source">): boolean {
  return mode === "blocks" ? !blocks.some(isFilled) : source.trim() === "";
}
