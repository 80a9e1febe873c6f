import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { ANSWER_CHARS_MAX, APPEAL_LABELS, canAppeal, GROUND_LABELS, OUTCOMES } from "../cases/case-rules.ts";
import type { CaseRow } from "../cases/case-store.ts";
import type { ReportRow } from "../store.ts";

export interface Typed {
  status: number;
  text: string;
  problem: string;
}

/** For the page's owner: what they're asked, and what was decided. */
export function casePage(home: FrameHome, row: CaseRow, typed?: Typed): FramePage {
  return readingPage(
    home,
    { title: "Your page", status: typed?.status ?? 200 },
    <>
      <h1 dir="auto">Your page /{row.username}</h1>
      {row.state === "waiting" && <Question row={row} typed={typed} />}
      {(row.state === "open" || row.state === "approval") && (
        <p role="status">
          {row.answer === null
            ? "We’re looking at it."
            : "Thank you. We’ve got your answer, and we’ll write when we’ve decided."}
        </p>
      )}
      {(row.state === "closed" || row.state === "appealed") && <Decision row={row} />}
      {canAppeal(row) && <Appeal typed={typed} />}
      {row.state === "appealed" && (
        <p role="status">
          Thank you. We’ve got your appeal, and we’ll write when someone has decided about it.
        </p>
      )}
      <p>Number: {row.number}</p>
    </>,
  );
}

function Question({ row, typed }: { row: CaseRow; typed: Typed | undefined }) {
  return (
    <>
      <p>Before we decide anything about the page, we’d like to hear from you:</p>
      <blockquote dir="auto">{row.question}</blockquote>
      <TextForm act="answer" label="Your answer" action="Send answer" typed={typed} />
    </>
  );
}

function Appeal({ typed }: { typed: Typed | undefined }) {
  return (
    <>
      <h2>Do you disagree?</h2>
      <p>
        Write why, and we’ll look at it again, at no cost. If it was wrong, everything goes back to how it was
        before.
      </p>
      <TextForm act="appeal" label="Your appeal" action="Send appeal" typed={typed} />
    </>
  );
}

interface TextFormProps {
  act: "answer" | "appeal";
  label: string;
  action: string;
  typed: Typed | undefined;
}

function TextForm({ act, label, action, typed }: TextFormProps) {
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
            {typed.problem}
          </p>
        )}
      </label>
      <button type="submit">{action}</button>
    </form>
  );
}

function Decision({ row: { decision, ground, facts, appeal_outcome, appeal_reason } }: { row: CaseRow }) {
  return (
    <>
      <h2>Our decision</h2>
      <p>{decision === null ? "The case was closed." : OUTCOMES[decision]}</p>
      {ground !== null && <p>{GROUND_LABELS[ground]}</p>}
      {facts !== null && <blockquote dir="auto">{facts}</blockquote>}
      {ground !== null && <p>A person decided this, not a program.</p>}
      {appeal_outcome !== null && (
        <>
          <h2>Your appeal</h2>
          <p>{APPEAL_LABELS[appeal_outcome]}</p>
          <blockquote dir="auto">{appeal_reason}</blockquote>
        </>
      )}
    </>
  );
}

/** For whoever reported a page. */
export function reportStatusPage(
  home: FrameHome,
  { report, row }: { report: ReportRow; row: CaseRow | undefined },
): FramePage {
  const isDecided = row?.state === "closed" || row?.state === "appealed";
  const decision = isDecided ? row.decision : null;
  return readingPage(
    home,
    { title: "Your report" },
    <>
      <h1 dir="auto">Your report about /{report.username}</h1>
      <p role="status">{decision === null ? statusOf(row) : OUTCOMES[decision]}</p>
      {row?.appeal_outcome === "overturned" && (
        <p>The page’s owner appealed, and the decision was taken back.</p>
      )}
      <p>Number: {report.number}</p>
    </>,
  );
}

function statusOf(row: CaseRow | undefined): string {
  if (row?.state === "closed") return "The case was closed.";
  return row?.assignee_id
    ? "A person is looking at the page."
    : "It’s waiting for a person to look at the page.";
}

export function letterGonePage(
  home: FrameHome,
  { status, message }: { status: number; message: string },
): FramePage {
  return readingPage(
    home,
    { title: "Link", status },
    <>
      <h1>That didn’t work</h1>
      <p role="alert">{message}</p>
    </>,
  );
}
