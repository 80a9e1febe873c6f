import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { formatDay } from "#src/lib/event-sentences.ts";
import type { Translate } from "#src/lib/translate.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import {
  ANSWER_CHARS_MAX,
  APPEAL_LABELS,
  canAppeal,
  GROUND_LABELS,
  OUTCOMES,
  suspensionEnd,
} from "../cases/case-rules.ts";
import type { CaseRow } from "../cases/case-store.ts";
import type { ReportRow } from "../store.ts";

export interface Typed {
  status: number;
  text: string;
  problem: string;
}

/** For the page's owner: what they're asked, and what was decided. */
export function casePage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { row, typed }: { row: CaseRow; typed?: Typed },
): FramePage {
  return readingPage(
    home,
    { title: say("Your page"), status: typed?.status ?? 200, language },
    <>
      <h1>{say("Your page")}</h1>
      <p dir="auto">/{row.username}</p>
      {row.state === "waiting" && <Question row={row} typed={typed} say={say} />}
      {(row.state === "open" || row.state === "approval") && (
        <p role="status">
          {row.answer === null
            ? say("We’re looking at it.")
            : say("Thank you. We’ve got your answer, and we’ll write when we’ve decided.")}
        </p>
      )}
      {(row.state === "closed" || row.state === "appealed") && (
        <Decision row={row} say={say} language={language} />
      )}
      {canAppeal(row) && <Appeal typed={typed} say={say} />}
      {row.state === "appealed" && (
        <p role="status">
          {say("Thank you. We’ve got your appeal, and we’ll write when someone has decided about it.")}
        </p>
      )}
      <p>
        {say("Number")}: {row.number}
      </p>
    </>,
  );
}

interface Written {
  typed: Typed | undefined;
  say: Translate;
}

function Question({ row, typed, say }: Written & { row: CaseRow }) {
  return (
    <>
      <p>{say("Before we decide anything about the page, we’d like to hear from you:")}</p>
      <blockquote dir="auto">{row.question}</blockquote>
      <TextForm act="answer" label={say("Your answer")} action={say("Send answer")} typed={typed} say={say} />
    </>
  );
}

function Appeal({ typed, say }: Written) {
  return (
    <>
      <h2>{say("Do you disagree?")}</h2>
      <p>
        {say(
          "Write why, and we’ll look at it again, at no cost. If it was wrong, everything goes back to how it was before.",
        )}
      </p>
      <TextForm act="appeal" label={say("Your appeal")} action={say("Send appeal")} typed={typed} say={say} />
    </>
  );
}

interface TextFormProps extends Written {
  act: "answer" | "appeal";
  label: string;
  action: string;
}

function TextForm({ act, label, action, typed, say }: TextFormProps) {
  return (
    <form className="report" method="post">
      <input type="hidden" name="act" value={act} />
      <label>
        <b>{label}</b>
        <textarea
          name="text"
          rows={6}
          required
          maxLength={ANSWER_CHARS_MAX}
          defaultValue={typed?.text}
          {...(typed && { "aria-invalid": true, "aria-describedby": "problem", autoFocus: true })}
        />
        {typed && (
          <p className="problem" id="problem" role="alert">
            {say(typed.problem)}
          </p>
        )}
      </label>
      <button type="submit">{action}</button>
    </form>
  );
}

function Decision({ row, say, language }: VisitorTranslator & { row: CaseRow }) {
  const { decision, ground, facts, appeal_outcome, appeal_reason } = row;
  const end = suspensionEnd(row);
  return (
    <>
      <h2>{say("Our decision")}</h2>
      <p>{decision === null ? say("The case was closed.") : say(OUTCOMES[decision])}</p>
      {end !== undefined && (
        <p>
          {say("Until")}: {formatDay(end, language)}
        </p>
      )}
      {ground !== null && <p>{say(GROUND_LABELS[ground])}</p>}
      {facts !== null && <blockquote dir="auto">{facts}</blockquote>}
      {ground !== null && <p>{say("A person decided this, not a program.")}</p>}
      {appeal_outcome !== null && (
        <>
          <h2>{say("Your appeal")}</h2>
          <p>{say(APPEAL_LABELS[appeal_outcome])}</p>
          <blockquote dir="auto">{appeal_reason}</blockquote>
        </>
      )}
    </>
  );
}

/** For whoever reported a page. */
export function reportStatusPage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { report, row }: { report: ReportRow; row: CaseRow | undefined },
): FramePage {
  const isDecided = row?.state === "closed" || row?.state === "appealed";
  const decision = isDecided ? row.decision : null;
  return readingPage(
    home,
    { title: say("Your report"), language },
    <>
      <h1>{say("Your report")}</h1>
      <p dir="auto">/{report.username}</p>
      <p role="status">{decision === null ? statusOf(row, say) : say(OUTCOMES[decision])}</p>
      {row?.appeal_outcome === "overturned" && (
        <p>{say("The page’s owner appealed, and the decision was taken back.")}</p>
      )}
      <p>
        {say("Number")}: {report.number}
      </p>
    </>,
  );
}

function statusOf(row: CaseRow | undefined, say: Translate): string {
  if (row?.state === "closed") return say("The case was closed.");
  if (row?.assignee_id) return say("A person is looking at the page.");
  return say("It’s waiting for a person to look at the page.");
}

export function letterGonePage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { status, message }: { status: number; message: string },
): FramePage {
  return readingPage(
    home,
    { title: say("Link"), status, language },
    <>
      <h1>{say("That didn’t work")}</h1>
      <p role="alert">{say(message)}</p>
    </>,
  );
}
