import type { Background } from "#src/features/pages/profiles/page/background.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";

interface BackdropProps {
  background: Background;
  /** True where the script plays the video, if there's one. */
  moves?: boolean;
}

/**
 * The owner's picture behind the page, under an overlay that keeps the text readable. It's decoded for the
 * frame that first shows it: Chromium paints no color behind an opaque picture, even one that is still being
 * decoded, so until then nothing but the overlay would be behind the text.
 */
export function Backdrop({ background, moves = false }: BackdropProps) {
  return (
    <div className="backdrop" aria-hidden="true" data-video={moves ? background.video : undefined}>
      <img src={background.url} alt="" decoding="sync" data-backdrop />
    </div>
  );
}

/** Stops the video behind the page, and lets it go on. Hidden until the script plays one. */
export function MotionButton({ words: { language, say } }: { words: VisitorTranslator }) {
  return (
    <button
      type="button"
      className="share motion"
      lang={language}
      aria-label={say("Pause the video")}
      data-motion={say("Play the video")}
      hidden
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path className="pause" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z" />
        <path className="play" d="M8 5v14l11-7z" />
      </svg>
    </button>
  );
}
