import { type ReportDraft, ReportForm, type ReportProblem } from "./ReportForm.tsx";
import { ReportThanks } from "./ReportThanks.tsx";

/** What the page with the form says, in whatever frame it stands. */
export function ReportContent({
  draft,
  problem,
}: {
  draft: ReportDraft;
  problem?: ReportProblem | undefined;
}) {
  return (
    <>
      <h1>Report a page</h1>
      <p>
        Tell us about a page that does harm or breaks the rules. You need no account, and the owner of the
        page does not learn who you are.
      </p>
      <ReportForm draft={draft} problem={problem} />
    </>
  );
}

/** What the page after the form says. */
export function ReportThanksContent({ number }: { number: string | undefined }) {
  return (
    <>
      <h1>{number ? "Your report has arrived" : "Report a page"}</h1>
      {number ? <ReportThanks number={number} /> : <a href="/help/report">Open the form</a>}
    </>
  );
}
