import type { ReactNode } from "react";
import { ReportContent, ReportThanksContent } from "#src/features/public/moderation/page/ReportContent.tsx";
import type { ReportDraft, ReportProblem } from "#src/features/public/moderation/page/ReportForm.tsx";
import { REPORT_CSS } from "#src/features/public/moderation/page/report-css.ts";
import { READING_CSS } from "./css/reading-css.ts";
import { type SiteHome, type SitePage, TopBar } from "./document.tsx";

/** The form for reporting a page, empty or with the visitor's input. */
export function reportFormPage(
  home: SiteHome,
  draft: ReportDraft,
  problem?: { status: number; problem: ReportProblem },
): SitePage {
  const content = <ReportContent draft={draft} problem={problem?.problem} />;
  return { ...framed(home, content), status: problem?.status ?? 200 };
}

/** Shown once the report is stored. */
export function reportThanksPage(home: SiteHome, number: string | undefined): SitePage {
  return framed(home, <ReportThanksContent number={number} />);
}

function framed(home: SiteHome, content: ReactNode): SitePage {
  return {
    path: null,
    title: `Report a page | ${home.instanceName}`,
    description: "",
    css: READING_CSS + REPORT_CSS,
    body: (
      <>
        <header>
          <TopBar home={home} />
        </header>
        <div className="wide reading">
          <main id="main" className="prose">
            {content}
          </main>
        </div>
      </>
    ),
  };
}
