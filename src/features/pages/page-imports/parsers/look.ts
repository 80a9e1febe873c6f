import { inkOn, parseColor } from "#src/lib/colors.ts";
import type { ImportedPage } from "../contract.ts";
import type { FoundLook } from "./found-page.ts";

type Look = NonNullable<ImportedPage["look"]>;

/** Returns a page's look in our theme's words, or null if it says nothing of its colors. */
export function lookOf(found: FoundLook | undefined): Look | null {
  const background = colorOf(found?.background);
  const button = colorOf(found?.button);
  if (found === undefined || (background === null && button === null)) return null;
  const page = background ?? "#ffffff";
  const card = button ?? page;
  const words = found.buttonWords ?? "";
  return {
    theme_color: page,
    text_color: colorOf(found.text) ?? inkOn(page),
    button_color: card,
    button_text_color: colorOf(found.buttonText) ?? inkOn(card),
    button_style: styleOf(words),
    button_shape: shapeOf(words),
  };
}

function styleOf(words: string): Look["button_style"] {
  if (/outline|border|transparent/i.test(words)) return "outline";
  if (/shadow/i.test(words)) return "shadow";
  return /soft|glass|translucent/i.test(words) ? "soft" : "filled";
}

function shapeOf(words: string): Look["button_shape"] {
  if (/pill|circ|full|capsule/i.test(words)) return "pill";
  const known = words.toLowerCase();
  const isRectangle = known.lastIndexOf("rect") > known.lastIndexOf("round");
  return isRectangle || /square|sharp/.test(known) ? "square" : "rounded";
}

const RGB = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i;

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, and `rgb()`. */
function colorOf(raw: string | undefined): string | null {
  const text = raw?.trim().slice(0, 60) ?? "";
  const parts = RGB.exec(text)
    ?.slice(1)
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, "0"));
  return parseColor(parts ? `#${parts.join("")}` : /^#[0-9a-f]{8}$/i.test(text) ? text.slice(0, 7) : text);
}
