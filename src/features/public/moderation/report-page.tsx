import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { Translate } from "#src/lib/translate.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { type ReportDraft, ReportForm, type ReportProblem } from "./page/ReportForm.tsx";

interface Shown {
  draft: ReportDraft;
  problem?: ReportProblem;
  status?: number;
}

/** The form for reporting a page, empty or with what was typed. */
export function reportFormPage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { draft, problem, status = 200 }: Shown,
): FramePage {
  return readingPage(
    home,
    { title: say("Report a page"), status, language },
    <>
      <h1>{say("Report a page")}</h1>
      <p>
        {say(
          "Tell us about a page that’s harmful or breaks the rules. You don’t need an account, and the page’s owner won’t know it was you.",
        )}
      </p>
      <p>
        <a href={PATHS.reportStatus}>{say("Follow a report that you sent")}</a>
      </p>
      <ReportForm draft={draft} problem={problem} say={say} />
    </>,
  );
}

interface Thanks {
  number: string | undefined;
  token: string | undefined;
}

/** Shown once the report is stored. */
export function reportThanksPage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { number, token }: Thanks,
): FramePage {
  return readingPage(
    home,
    { title: say("Report a page"), language },
    <>
      <h1>{number ? say("We’ve got your report") : say("Report a page")}</h1>
      {number ? (
        <ReportThanks number={number} token={token} say={say} />
      ) : (
        <a href={PATHS.report}>{say("Open the form")}</a>
      )}
    </>,
  );
}

function ReportThanks({ number, token, say }: Thanks & { say: Translate }) {
  return (
    <div className="report-thanks" role="status">
      <p>{say("Thank you. A person will look at the page.")}</p>
      <p>{say("Your report’s number, in case you want to ask about it:")}</p>
      <p className="number">{number}</p>
      {token && (
        <p>
          <a href={`${PATHS.reportStatus}/${token}`}>{say("See what becomes of it")}</a>
          <br />
          {say("Keep that link to yourself, and bookmark it.")}
        </p>
      )}
    </div>
  );
}
