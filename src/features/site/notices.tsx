import type { ReactNode } from "react";
import { PATHS } from "#src/lib/paths.ts";
import { NOTICE_CSS } from "./css/notice-css.ts";
import type { SitePage } from "./document.tsx";

/** The page for any unknown path (spec §2). */
export function notFoundPage(): SitePage {
  return notice(
    404,
    "Page not found",
    <>
      <p>There’s nothing here. The page may have moved, or the URL has a typo.</p>
      <Ways>
        <a className="button" href="/">
          Go to the home page
        </a>
        <a className="button ghost" href={PATHS.help}>
          Search help
        </a>
      </Ways>
    </>,
  );
}

/** The error screen of spec §2, for a page that the server couldn't render. */
export function errorPage(requestId: string): SitePage {
  return notice(
    500,
    "Something went wrong",
    <>
      <p>We encountered an error while loading this page. Please try refreshing the page.</p>
      <Ways>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty URL is this very page, even without a script */}
        <a className="button" href="">
          Refresh Page
        </a>
      </Ways>
      <p className="id">
        Request ID <code>{requestId}</code>
      </p>
    </>,
  );
}

function notice(status: number, title: string, content: ReactNode): SitePage {
  return {
    path: null,
    status,
    title,
    description: "",
    css: NOTICE_CSS,
    body: (
      <main id="main" className="notice">
        <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
          <path className="horn" d="M20 52 62 26v44z" />
          <path d="M20 52v-9l42-17v52L20 61z" />
          <path className="hush" d="M70 38l14 22M84 38 70 60" />
        </svg>
        <h1>{title}</h1>
        {content}
      </main>
    ),
  };
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="ways">{children}</div>;
}
