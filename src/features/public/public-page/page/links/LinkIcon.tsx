import { Icon } from "#src/features/pages/icons/page/Icon.tsx";
import { type Glyph, parseIcon } from "#src/features/pages/icons/page/icons.ts";
import { markInk } from "#src/lib/colors.ts";

/** The tile at the start of a card: a picture, an emoji, a brand's mark in its colors, or a line icon. */
export function LinkIcon({ icon }: { icon: string }) {
  const parsed = parseIcon(icon);
  if ("glyph" in parsed) return <GlyphTile glyph={parsed.glyph} />;
  if ("emoji" in parsed) {
    return (
      <span className="icon" aria-hidden="true">
        {parsed.emoji}
      </span>
    );
  }
  return (
    <span className="icon">
      <img src={parsed.picture} alt="" width={44} height={44} loading="lazy" decoding="async" />
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
