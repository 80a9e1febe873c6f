import type { Glyph } from "./icons.ts";

/** Marks of brands are filled; line icons are drawn. Always decoration: the text beside it names the thing. */
export function Icon({ glyph, fill }: { glyph: Glyph; fill?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={glyph.color ? undefined : "line"} fill={fill}>
      <path d={glyph.path} />
    </svg>
  );
}
