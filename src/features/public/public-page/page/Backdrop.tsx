import type { Background } from "#src/features/pages/profiles/page/background.ts";

/** The owner's picture behind the page, under an overlay that keeps the text readable. */
export function Backdrop({ background }: { background: Background }) {
  return (
    <div className="backdrop" aria-hidden="true">
      <img src={background.url} alt="" decoding="async" data-backdrop />
    </div>
  );
}
