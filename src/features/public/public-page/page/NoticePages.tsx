/* The pages that replace a profile's. */
import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { PageFooter } from "./PageFooter.tsx";
import type { PageHome } from "./page-view.ts";
import { pagesUrlOf } from "./urls.ts";

interface NotFoundPageProps {
  home: PageHome;
  words: VisitorTranslator;
  username?: string | undefined;
}

/**
 * The page of spec §2 for a profile that doesn't exist. A well-formed username is the visitor's to claim, unless accounts
 * are by invitation.
 */
export function NotFoundPage({ home, words: { say }, username }: NotFoundPageProps) {
  const isName = username !== undefined && /^[a-z0-9]{1,30}$/.test(username);
  const claimable = isName && !home.isByInvitation;
  const [before, after] = say(
    home.isByInvitation
      ? "There’s no page at {0}."
      : "There’s no page at {0}. The username may still be free.",
  ).split("{0}");
  return (
    <div className="page">
      <main className="notice">
        <div className="sign">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
            <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.2 15.2 20 20M8.5 9h.01M12.5 9h.01M8.5 13q2-1.7 4 0" />
          </svg>
        </div>
        <h1>{say("Profile not found")}</h1>
        <p>
          {isName ? (
            <>
              {before}
              <b>{`${pagesUrlOf(home).replace(/^https?:\/\//, "")}/${username}`}</b>
              {after}
            </>
          ) : (
            say(
              home.isByInvitation
                ? "There’s no page at this URL."
                : "There’s no page at this URL. The username you want may still be free.",
            )
          )}
        </p>
        <div className="ways">
          {!home.isByInvitation && (
            <a
              className="button"
              href={`${home.publicUrl}${PATHS.signIn}?mode=sign-up${claimable ? `&name=${username}` : ""}`}
            >
              {claimable ? say("Claim this name") : say("Claim your name")}
            </a>
          )}
          <a className={home.isByInvitation ? "button" : "quiet"} href={`${home.publicUrl}/`}>
            {say("Go to the home page")}
          </a>
        </div>
      </main>
      <PageFooter home={home} />
    </div>
  );
}

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
