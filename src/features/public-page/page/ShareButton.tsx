import { shownName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";

/** Hands the page on. Without a script there is nothing that it could do, so that it is not shown (`share-css.ts`). */
export function ShareButton({ view, home }: { view: PageView; home: PageHome }) {
  return (
    <button
      type="button"
      className="share"
      aria-label="Share this page"
      data-share={`${home.publicUrl}/${encodeURIComponent(view.username)}`}
      data-title={shownName(view)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
        <path d="M12 15V4M8.5 7 12 3.5 15.5 7M7 11H5.5v9h13v-9H17" />
      </svg>
    </button>
  );
}
