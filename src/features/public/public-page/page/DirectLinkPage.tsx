import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { Backdrop } from "./Backdrop.tsx";
import { BridgeHelp } from "./in-app/BridgeHelp.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import type { PageHome, PageView } from "./page-view.ts";
import { ShareButton, ShareSheet } from "./share/ShareSheet.tsx";

interface DirectLinkPageProps {
  view: PageView;
  home: PageHome;
  words?: VisitorTranslator;
}

/**
 * A page that redirects to one URL after the warning of spec §2. No page contains the URL:
 * `/{username}?continue=1` sends visitors there once they agree, with or without JavaScript.
 */
export function DirectLinkPage({ view, home, words = ENGLISH_TRANSLATOR }: DirectLinkPageProps) {
  const { language, say } = words;
  const onward = `/${encodeURIComponent(view.username)}?continue=1`;
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      <main data-profile={view.profile_id}>
        <ShareButton />
        <PageHeader view={view} />
        <a className="card" href={onward} data-direct>
          <span className="words" lang={language}>
            {say("Continue to the link")}
          </span>
        </a>
        <dialog
          open
          className="warning"
          lang={language}
          id="direct"
          data-to={onward}
          aria-labelledby="direct-title"
        >
          <h2 id="direct-title">{say("Adult Content")}</h2>
          <p>{say("This link may contain content that is not appropriate for all audiences.")}</p>
          <div className="choices">
            <a className="button" href={onward} data-continue>
              {say("Continue")}
            </a>
            <form method="dialog">
              <button type="submit" className="quiet">
                {say("Cancel")}
              </button>
            </form>
          </div>
          <p role="status" hidden>
            {say("Redirecting...")}
          </p>
        </dialog>
        <ShareSheet view={view} home={home} />
      </main>
      {!view.is_unbranded && <PageFooter home={home} />}
      <BridgeHelp view={view} home={home} />
    </div>
  );
}
