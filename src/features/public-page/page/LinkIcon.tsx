import { markInk } from "./colors.ts";
import { Icon } from "./Icon.tsx";
import { type Glyph, readIcon } from "./icons.ts";

/** The tile at the start of a card: a picture, an emoji, a brand's mark in its colors, or a line icon. */
export function LinkIcon({ icon }: { icon: string }) {
  const read = readIcon(icon);
  if ("glyph" in read) return <GlyphTile glyph={read.glyph} />;
  if ("emoji" in read) {
    return (
      <span className="icon" aria-hidden="true">
        {read.emoji}
      </span>
    );
  }
  return (
    <span className="icon">
      <img src={read.picture} alt="" width={44} height={44} loading="lazy" decoding="async" />
    </span>
  );
}

function GlyphTile({ glyph }: { glyph: Glyph }) {
  if (!glyph.color) {
    return (
      <span className="icon">
        <Icon glyph={glyph} />
      </span>
    );
  }
  // SVG attributes rather than styles: the page's policy allows no style outside its one sheet.
  return (
    <span className="icon">
      <svg viewBox="0 0 44 44" aria-hidden="true" className="mark">
        <path fill={glyph.color} d="M0 0h44v44H0z" />
        <path fill={markInk(glyph.color)} transform="translate(11 11) scale(.917)" d={glyph.path} />
      </svg>
    </span>
  );
}
