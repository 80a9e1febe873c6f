import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { type ReportDraft, ReportForm, type ReportProblem } from "./page/ReportForm.tsx";

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
export function reportThanksPage(home: FrameHome, number?: string, token?: string): FramePage {
  return readingPage(home, { title: TITLE }, <ReportThanksContent number={number} token={token} />);
}

function ReportContent({ draft, problem }: { draft: ReportDraft; problem?: ReportProblem | undefined }) {
  return (
    <>
      <h1>Report a page</h1>
      <p>
        Tell us about a page that’s harmful or breaks the rules. You don’t need an account, and the page’s
        owner won’t know it was you.
      </p>
      <p>
        <a href={PATHS.reportStatus}>Follow a report that you sent</a>
      </p>
      <ReportForm draft={draft} problem={problem} />
    </>
  );
}

interface Thanks {
  number: string | undefined;
  token: string | undefined;
}

function ReportThanksContent({ number, token }: Thanks) {
  return (
    <>
      <h1>{number ? "We’ve got your report" : "Report a page"}</h1>
      {number ? <ReportThanks number={number} token={token} /> : <a href={PATHS.report}>Open the form</a>}
    </>
  );
}

function ReportThanks({ number, token }: Thanks) {
  return (
    <div className="report-thanks" role="status">
      <p>Thank you. A person will look at the page.</p>
      <p>Your report’s number, in case you want to ask about it:</p>
      <p className="number">{number}</p>
      {token && (
        <p>
          <a href={`${PATHS.reportStatus}/${token}`}>See what becomes of it</a>. Keep that link to yourself,
          and bookmark it.
        </p>
      )}
    </div>
  );
}
