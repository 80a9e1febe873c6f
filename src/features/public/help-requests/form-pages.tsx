import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { EMAIL_CHARS_MAX, MESSAGE_CHARS_MAX, PAGE_URL_CHARS_MAX, SUBJECT_CHARS_MAX } from "./rules.ts";

/** The form's values: what was typed, if it's shown again. */
export interface HelpDraft {
  id: string;
  email: string;
  subject: string;
  text: string;
  page_url: string;
}

interface Shown {
  draft: HelpDraft;
  /** The address of whoever is signed in. */
  signedIn: string | undefined;
  problem?: { status: number; code: string; message: string };
}

/** A fixed address doesn't look like a field. */
const CSS = ".report input[readonly]{background:none;border-style:dashed;color:var(--soft)}";

type HelpField = "email" | "subject" | "text";

const FIELDS: Readonly<Record<string, HelpField>> = {
  EMAIL_MISSING: "email",
  EMAIL_INVALID: "email",
  SUBJECT_MISSING: "subject",
  TEXT_MISSING: "text",
};

/** The form for asking those who run the instance. */
export function helpFormPage(home: FrameHome, words: VisitorTranslator, shown: Shown): FramePage {
  const { say, language } = words;
  return readingPage(
    home,
    { title: say("Ask for help"), status: shown.problem?.status ?? 200, language, css: CSS },
    <>
      <h1>{say("Ask for help")}</h1>
      <p>
        {say("Write to the people who run this site. You don’t need an account. The answer comes by e-mail.")}
      </p>
      <p>
        <a href={PATHS.help}>{say("Search help")}</a> ·{" "}
        <a href={PATHS.helpRequestStatus}>{say("Follow a request that you sent")}</a>
      </p>
      <HelpForm {...shown} say={say} />
    </>,
  );
}

function HelpForm({ draft, signedIn, problem, say }: Shown & Pick<VisitorTranslator, "say">) {
  const wrong = problem && (FIELDS[problem.code] ?? null);
  const about = (field: HelpField) =>
    wrong === field
      ? ({ "aria-invalid": true, "aria-describedby": "problem", autoFocus: true } as const)
      : {};
  const message = (field: HelpField | null) =>
    wrong === field && (
      <p className="problem" id="problem" role="alert">
        {say(problem?.message ?? "")}
      </p>
    );
  return (
    <form className="report" method="post" action={PATHS.helpRequest}>
      {message(null)}
      <input type="hidden" name="id" value={draft.id} />
      <label>
        <b>{say("Your e-mail address")}</b>
        <input
          type="email"
          name="email"
          defaultValue={signedIn ?? draft.email}
          readOnly={signedIn !== undefined}
          maxLength={EMAIL_CHARS_MAX}
          autoComplete="email"
          required
          {...about("email")}
        />
        {message("email")}
      </label>
      <label>
        <b>{say("Subject")}</b>
        <input
          name="subject"
          defaultValue={draft.subject}
          maxLength={SUBJECT_CHARS_MAX}
          required
          {...about("subject")}
        />
        {message("subject")}
      </label>
      <label>
        <b>{say("What happened?")}</b>
        <span>
          {say("What did you do, what did you expect, and what happened instead? Never send a password.")}
        </span>
        <textarea
          name="text"
          rows={8}
          maxLength={MESSAGE_CHARS_MAX}
          defaultValue={draft.text}
          required
          {...about("text")}
        />
        {message("text")}
      </label>
      <label>
        <b>{say("The page that it’s about (optional)")}</b>
        <input
          name="page_url"
          defaultValue={draft.page_url}
          maxLength={PAGE_URL_CHARS_MAX}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <label className="trap" aria-hidden="true">
        {say("Leave this empty")}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <button type="submit">{say("Send request")}</button>
    </form>
  );
}

interface Thanks {
  number: string | undefined;
  /** Only for whoever was signed in. */
  token: string | undefined;
}

/** Shown once the request is stored. */
export function helpThanksPage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { number, token }: Thanks,
): FramePage {
  return readingPage(
    home,
    { title: say("Ask for help"), language },
    number === undefined ? (
      <>
        <h1>{say("Ask for help")}</h1>
        <a href={PATHS.helpRequest}>{say("Open the form")}</a>
      </>
    ) : (
      <>
        <h1>{say("We’ve got your request")}</h1>
        <div className="report-thanks" role="status">
          <p>{say("Thank you. A person will read it and answer by e-mail.")}</p>
          <p>{say("Its number, in case you want to ask about it:")}</p>
          <p className="number">{number}</p>
          {token === undefined ? (
            <p>
              {say(
                "The link to your request is on its way to your address, unless you got one within the last hour. Each answer brings it, too.",
              )}
            </p>
          ) : (
            <p>
              <a href={`${PATHS.helpRequestStatus}/${token}`}>{say("See your request")}</a>
            </p>
          )}
        </div>
      </>
    ),
  );
}
