import { PATHS } from "#src/lib/paths.ts";
import { PageFooter } from "./PageFooter.tsx";
import type { PageHome } from "./page-view.ts";

/** What spec §2 shows for a profile whose owner has switched it off. */
export function UnavailablePage({ home }: { home: PageHome }) {
  return (
    <div className="page">
      <main className="notice">
        <div className="sign">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
            <path d="M20 14.5A8 8 0 0 1 9.5 4a8.2 8.2 0 1 0 10.5 10.5zM14 4h4l-4 5h4" />
          </svg>
        </div>
        <h1>Profile Unavailable</h1>
        <p>This profile is inactive. If you are its owner, please log in to reactivate it.</p>
        <div className="ways">
          <a className="button" href={`${home.publicUrl}${PATHS.signIn}`}>
            Log in
          </a>
          <a className="quiet" href={`${home.publicUrl}/`}>
            Go to the home page
          </a>
        </div>
      </main>
      <PageFooter home={home} />
    </div>
  );
}
