import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { PageFooter } from "./PageFooter.tsx";
import type { PageHome } from "./page-view.ts";

/** The page of spec §2 for a profile whose owner has switched it off. */
export function UnavailablePage({ home, words: { say } }: { home: PageHome; words: VisitorTranslator }) {
  return (
    <div className="page">
      <main className="notice">
        <div className="sign">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
            <path d="M20 14.5A8 8 0 0 1 9.5 4a8.2 8.2 0 1 0 10.5 10.5zM14 4h4l-4 5h4" />
          </svg>
        </div>
        <h1>{say("Profile Unavailable")}</h1>
        <p>{say("This profile is inactive. If you are its owner, please log in to reactivate it.")}</p>
        <div className="ways">
          <a className="button" href={`${home.publicUrl}${PATHS.signIn}`}>
            {say("Log in")}
          </a>
          <a className="quiet" href={`${home.publicUrl}/`}>
            {say("Go to the home page")}
          </a>
        </div>
      </main>
      <PageFooter home={home} />
    </div>
  );
}
