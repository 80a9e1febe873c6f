import { PATHS } from "#src/lib/paths.ts";
import { visibleName } from "../page-text.ts";
import type { PageHome, PageView } from "../page-view.ts";
import { canonicalUrl } from "../urls.ts";

/** Opens the sheet, even without JavaScript, because it is the browser's own popover. */
export function ShareButton() {
  return (
    <button type="button" className="share" aria-label="Share this page" lang="en" popoverTarget="share">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
        <path d="M12 15V4M8.5 7 12 3.5 15.5 7M7 11H5.5v9h13v-9H17" />
      </svg>
    </button>
  );
}

/** A visitor's actions on the page besides reading it. The script adds those that require JavaScript. */
export function ShareSheet({ view, home }: { view: PageView; home: PageHome }) {
  const address = canonicalUrl(view, home);
  const { username } = view;
  return (
    <section className="sheet" id="share" popover="auto" aria-labelledby="share-title" lang="en">
      <h2 id="share-title">Share this page</h2>
      <p>{address.replace(/^https?:\/\//, "")}</p>
      <img src={`/${username}/qr.svg`} alt="QR code of this page" width={160} height={160} loading="lazy" />
      <button type="button" data-copy={address} hidden>
        Copy link
      </button>
      <button type="button" data-share={address} data-title={visibleName(view)} hidden>
        Share…
      </button>
      <a href={`/${username}/qr.png`} rel="nofollow">
        QR code
      </a>
      <a href={`/${username}/card.vcf`} rel="nofollow">
        Save contact
      </a>
      <a href={`${home.publicUrl}${PATHS.report}?page=${username}`} rel="nofollow">
        Report this page
      </a>
    </section>
  );
}
