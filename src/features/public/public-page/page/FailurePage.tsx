import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { PageFooter } from "./PageFooter.tsx";
import type { PageHome } from "./page-view.ts";

interface FailurePageProps {
  home: PageHome;
  words: VisitorTranslator;
  path: string;
}

/** The page of spec §2 after a server error. The URL stays the same, so the button just reloads it. */
export function FailurePage({ home, words: { say }, path }: FailurePageProps) {
  return (
    <div className="page">
      <main className="notice">
        <div className="sign">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
            <path d="M12 4 3 19.5h18zM12 10v4.5M12 17h.01" />
          </svg>
        </div>
        <h1>{say("Something went wrong")}</h1>
        <p>{say("We encountered an error while loading this page. Please try refreshing the page.")}</p>
        <div className="ways">
          <a className="button" href={path}>
            {say("Refresh Page")}
          </a>
        </div>
      </main>
      <PageFooter home={home} />
    </div>
  );
}
