import { Backdrop } from "./Backdrop.tsx";
import { BridgeHelp } from "./BridgeHelp.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import type { PageHome, PageView } from "./page-view.ts";

/**
 * A page that leads on to one address, after the warning of spec §2. The address stands in no page: whoever consents is
 * sent there by `/{username}?continue=1`, which works without JavaScript as well.
 */
export function DirectLinkPage({ view, home }: { view: PageView; home: PageHome }) {
  const onward = `/${encodeURIComponent(view.username)}?continue=1`;
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      <main data-profile={view.profile_id}>
        <PageHeader view={view} />
        <a className="card" href={onward} data-direct>
          <span className="words">Continue to the link</span>
        </a>
        <dialog open className="warning" id="direct" data-to={onward} aria-labelledby="direct-title">
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
      </main>
      <PageFooter home={home} username={view.username} />
      <BridgeHelp view={view} home={home} />
    </div>
  );
}
