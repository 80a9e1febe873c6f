import type { Background } from "#src/features/pages/profiles/page/background.ts";

/**
 * The owner's picture behind the page, under an overlay that keeps the text readable. It's decoded for the
 * frame that first shows it: Chromium paints no color behind an opaque picture, even one that is still being
 * decoded, so until then nothing but the overlay would be behind the text.
 */
export function Backdrop({ background }: { background: Background }) {
  return (
    <div className="backdrop" aria-hidden="true">
      <img src={background.url} alt="" decoding="sync" data-backdrop />
    </div>
  );
}
