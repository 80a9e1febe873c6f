import type { Glyph } from "./icons.ts";

/** Brand marks are filled, line icons stroked. Always decorative: the text next to it names it. */
export function Icon({ glyph, fill }: { glyph: Glyph; fill?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={glyph.color ? undefined : "line"} fill={fill}>
      <path d={glyph.path} />
    </svg>
  );
}
