import { REPORT_DETAILS_CHARS_MAX, REPORT_PAGE_CHARS_MAX, REPORT_REASONS } from "../rules.ts";

/** What stands in the form: what the visitor has typed when it is shown again. */
export interface ReportDraft {
  id: string;
  username: string;
  reason: string;
  details: string;
  email: string;
}

export type ReportField = Exclude<keyof ReportDraft, "id">;

/** What was wrong with the form as it was sent. */
export interface ReportProblem {
  field: ReportField | null;
  message: string;
}

interface Props {
  draft: ReportDraft;
  problem?: ReportProblem | undefined;
}

/** The form to report a page with: plain HTML, complete without a script. */
export function ReportForm({ draft, problem }: Props) {
  const about = (field: ReportField) =>
    problem?.field === field ? ({ "aria-invalid": true, "aria-describedby": "report-problem" } as const) : {};
  return (
    <form className="report" method="post" action="/help/report">
      {problem && (
        <p className="problem" id="report-problem" role="alert">
          {problem.message}
        </p>
      )}
      <input type="hidden" name="id" value={draft.id} />
      <label>
        <b>Page</b>
        <span>Its name or its address.</span>
        <input
          name="username"
          defaultValue={draft.username}
          maxLength={REPORT_PAGE_CHARS_MAX}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
          {...about("username")}
        />
      </label>
      <fieldset {...about("reason")}>
        <legend>
          <b>What is wrong with it?</b>
        </legend>
        {REPORT_REASONS.map(([key, label]) => (
          <label key={key} className="reason">
            <input type="radio" name="reason" value={key} defaultChecked={draft.reason === key} required />
            {label}
          </label>
        ))}
      </fieldset>
      <label>
        <b>Details</b>
        <span>What did you see, and where on the page? For a copyright claim: which work is yours.</span>
        <textarea
          name="details"
          rows={5}
          maxLength={REPORT_DETAILS_CHARS_MAX}
          defaultValue={draft.details}
          {...about("details")}
        />
      </label>
      <label>
        <b>Your e-mail address</b>
        <span>Only if you would like an answer. The owner of the page never sees it.</span>
        <input
          type="email"
          name="email"
          defaultValue={draft.email}
          autoComplete="email"
          {...about("email")}
        />
      </label>
      <label className="trap" aria-hidden="true">
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <button type="submit">Send the report</button>
    </form>
  );
}
