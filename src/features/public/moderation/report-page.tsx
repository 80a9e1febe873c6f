import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { ReportContent, ReportThanksContent } from "./page/ReportContent.tsx";
import type { ReportDraft, ReportProblem } from "./page/ReportForm.tsx";

const TITLE = "Report a page";

/** The form for reporting a page, empty or with what was typed. */
export function reportFormPage(
  home: FrameHome,
  draft: ReportDraft,
  problem?: { status: number; problem: ReportProblem },
): FramePage {
  const content = <ReportContent draft={draft} problem={problem?.problem} />;
  return readingPage(home, { title: TITLE, status: problem?.status ?? 200 }, content);
}

/** Shown once the report is stored. */
export function reportThanksPage(home: FrameHome, number: string | undefined): FramePage {
  return readingPage(home, { title: TITLE }, <ReportThanksContent number={number} />);
}
