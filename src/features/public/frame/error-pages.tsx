import type { ReactNode } from "react";
import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import type { FramePage } from "./page/frame-page.ts";

/** The style of the few not-found pages. */
const NOTICE_CSS = `.notice{display:grid;place-content:center;justify-items:center;gap:1rem;min-height:70vh;min-height:70dvh;padding:3rem 1.25rem;text-align:center}
.notice svg{stroke-width:4;color:var(--accent)}.notice .horn{fill:var(--tint);stroke:none}.notice .hush{stroke:var(--brass)}
.notice h1{font-size:clamp(2rem,1.5rem + 2.5vw,3rem)}
.notice p{max-width:32rem;color:var(--soft)}
.notice .ways{display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;margin-top:1rem}
.notice .id{margin-top:1.5rem;font-size:.8125rem}.notice code{user-select:all;overflow-wrap:anywhere}
`;

/** The page for any unknown path (spec §2). */
export function notFoundPage(words: VisitorTranslator): FramePage {
  const { say } = words;
  return notice(
    words,
    { status: 404, title: "Page not found" },
    <>
      <p>{say("There’s nothing here. The page may have moved, or the URL has a typo.")}</p>
      <Ways>
        <a className="button" href="/">
          {say("Go to the home page")}
        </a>
        <a className="button ghost" href={PATHS.help}>
          {say("Search help")}
        </a>
      </Ways>
    </>,
  );
}

/** The error screen of spec §2, for a page that the server couldn't render. */
export function errorPage(words: VisitorTranslator, requestId: string): FramePage {
  const { say } = words;
  return notice(
    words,
    { status: 500, title: "Something went wrong" },
    <>
      <p>{say("We encountered an error while loading this page. Please try refreshing the page.")}</p>
      <Ways>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty URL is this very page, even without a script */}
        <a className="button" href="">
          {say("Refresh Page")}
        </a>
        <a className="button ghost" href={PATHS.helpRequest}>
          {say("Ask for help")}
        </a>
      </Ways>
      <p className="id">
        {say("Request ID")} <code>{requestId}</code>
      </p>
    </>,
  );
}

function notice(
  { language, say }: VisitorTranslator,
  { status, title }: { status: number; title: string },
  content: ReactNode,
): FramePage {
  return {
    path: null,
    status,
    title: say(title),
    language,
    description: "",
    css: NOTICE_CSS,
    body: (
      <main id="main" className="notice">
        <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
          <path className="horn" d="M20 52 62 26v44z" />
          <path d="M20 52v-9l42-17v52L20 61z" />
          <path className="hush" d="M70 38l14 22M84 38 70 60" />
        </svg>
        <h1>{say(title)}</h1>
        {content}
      </main>
    ),
  };
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="ways">{children}</div>;
}
