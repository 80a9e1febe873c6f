import { PATHS } from "#src/lib/paths.ts";
import type { Translate } from "#src/lib/translate.ts";
import { REPORT_DETAILS_CHARS_MAX, REPORT_PAGE_CHARS_MAX, REPORT_REASONS } from "../rules.ts";

/** The form's initial values: the visitor's input, if it's shown again. */
export interface ReportDraft {
  id: string;
  username: string;
  reason: string;
  details: string;
  email: string;
}

export type ReportField = Exclude<keyof ReportDraft, "id">;

/** The problem with the submitted form. The field is null if no field is to blame. */
export interface ReportProblem {
  field: ReportField | null;
  message: string;
}

interface Props {
  draft: ReportDraft;
  problem?: ReportProblem | undefined;
  say: Translate;
}

/** The form for reporting a page: plain HTML that works without JavaScript. */
export function ReportForm({ draft, problem, say }: Props) {
  const isWrong = (field: ReportField) => problem?.field === field;
  const about = (field: ReportField) =>
    isWrong(field)
      ? ({ "aria-invalid": true, "aria-describedby": "report-problem", autoFocus: true } as const)
      : {};
  const message = (field: ReportField | null) =>
    problem?.field === field && (
      <p className="problem" id="report-problem" role="alert">
        {say(problem.message)}
      </p>
    );
  return (
    <form className="report" method="post" action={PATHS.report}>
      {message(null)}
      <input type="hidden" name="id" value={draft.id} />
      <label>
        <b>{say("Page")}</b>
        <span>{say("Its username or URL.")}</span>
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
        {message("username")}
      </label>
      <fieldset aria-describedby={isWrong("reason") ? "report-problem" : undefined}>
        <legend>
          <b>{say("What’s wrong with it?")}</b>
        </legend>
        {message("reason")}
        {REPORT_REASONS.map(([key, label]) => (
          <label key={key} className="reason">
            <input type="radio" name="reason" value={key} defaultChecked={draft.reason === key} required />
            {say(label)}
          </label>
        ))}
      </fieldset>
      <label>
        <b>{say("Details")}</b>
        <span>{say("What did you see, and where on the page? For a copyright claim, name your work.")}</span>
        <textarea
          name="details"
          rows={5}
          maxLength={REPORT_DETAILS_CHARS_MAX}
          defaultValue={draft.details}
          {...about("details")}
        />
        {message("details")}
      </label>
      <label>
        <b>{say("Your e-mail address")}</b>
        <span>{say("Only if you’d like an answer. The page’s owner never sees it.")}</span>
        <input
          type="email"
          name="email"
          defaultValue={draft.email}
          autoComplete="email"
          {...about("email")}
        />
        {message("email")}
      </label>
      <label className="trap" aria-hidden="true">
        {say("Leave this empty")}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <button type="submit">{say("Send report")}</button>
    </form>
  );
}
