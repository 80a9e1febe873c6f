import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ReportContent, ReportThanksContent } from "./page/ReportContent.tsx";
import type { ReportDraft, ReportProblem } from "./page/ReportForm.tsx";
import { REPORT_CSS } from "./page/report-css.ts";

/** A whole document and its Content-Security-Policy. */
export interface ReportDocument {
  html: string;
  csp: string;
}

const CSS = `:root{color-scheme:light dark;--ground:light-dark(#fff,#15131e);--card:light-dark(#faf8ff,#1d1a28);--edge:light-dark(#8d86a3,#6f6983);
--ink:light-dark(#1e1b2e,#e6e3ef);--soft:light-dark(#5d5873,#a9a3bd);--accent:light-dark(#602bc4,#b598f8);--on-accent:light-dark(#fff,#15131e)}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.sheet{max-width:36rem;margin:0 auto;padding:1.25rem 1.25rem 4rem}
header{padding-bottom:2.5rem}a{color:var(--accent)}a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;font-weight:700;text-decoration:none}
h1{margin:0 0 .75rem;font-size:clamp(1.6rem,6vw,2.1rem);line-height:1.2;letter-spacing:-.01em}p{margin:.5rem 0}${REPORT_CSS}`;

const CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(CSS).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The form, empty or as it came back. */
export function renderReportForm(
  instanceName: string,
  draft: ReportDraft,
  problem?: ReportProblem,
): ReportDocument {
  return render(instanceName, <ReportContent draft={draft} problem={problem} />);
}

/** What is shown once the report is kept. */
export function renderReportThanks(instanceName: string, number: string | undefined): ReportDocument {
  return render(instanceName, <ReportThanksContent number={number} />);
}

function render(instanceName: string, content: ReactElement): ReportDocument {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Report a page | ${instanceName}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, let through by its hash */}
        <style dangerouslySetInnerHTML={{ __html: CSS }} />
      </head>
      <body>
        <div className="sheet">
          <header>
            <a href="/">{instanceName}</a>
          </header>
          <main>{content}</main>
        </div>
      </body>
    </html>,
  );
  return { html: `<!DOCTYPE html>${html}`, csp: CSP };
}
