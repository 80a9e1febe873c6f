import { Backdrop } from "./Backdrop.tsx";
import { BridgeHelp } from "./BridgeHelp.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import type { PageHome, PageView } from "./page-view.ts";
import { ShareButton, ShareSheet } from "./ShareSheet.tsx";

/**
 * A page that redirects to one URL after the warning of spec §2. No page contains the URL: `/{username}?continue=1` sends
 * visitors there once they agree, with or without JavaScript.
 */
export function DirectLinkPage({ view, home }: { view: PageView; home: PageHome }) {
  const onward = `/${encodeURIComponent(view.username)}?continue=1`;
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      <main data-profile={view.profile_id}>
        <ShareButton />
        <PageHeader view={view} />
        <a className="card" href={onward} data-direct>
          <span className="words" lang="en">
            Continue to the link
          </span>
        </a>
        <dialog
          open
          className="warning"
          lang="en"
          id="direct"
          data-to={onward}
          aria-labelledby="direct-title"
        >
          <h2 id="direct-title">Adult Content</h2>
          <p>This link may contain content that is not appropriate for all audiences.</p>
          <div className="choices">
            <a className="button" href={onward} data-continue>
              Continue
            </a>
            <form method="dialog">
              <button type="submit" className="quiet">
                Cancel
              </button>
            </form>
          </div>
          <p role="status" hidden>
            Redirecting...
          </p>
        </dialog>
        <ShareSheet view={view} home={home} />
      </main>
      {!view.is_unbranded && <PageFooter home={home} />}
      <BridgeHelp view={view} home={home} />
    </div>
  );
}
