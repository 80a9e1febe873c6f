import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { EMAIL_CHARS_MAX } from "./rules.ts";

interface Shown {
  isSent?: true;
  number?: string;
  email?: string;
  problem?: { status: number; message: string };
}

const NUMBER_CHARS_MAX = 40;

/** For people who have their request's number and no link. */
export function linkFormPage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { isSent, number = "", email = "", problem }: Shown = {},
): FramePage {
  return readingPage(
    home,
    { title: say("Follow your request"), status: problem?.status ?? 200, language },
    <>
      <h1>{say("Follow your request")}</h1>
      {isSent ? (
        <p role="status">
          {say(
            "If there’s a request with this number and address, its link is on its way there. We send one an hour at most.",
          )}
        </p>
      ) : (
        <p>
          {say("You got a number when you asked for help. We’ll e-mail you the link to your request again.")}
        </p>
      )}
      <form className="report" method="post" action={PATHS.helpRequestStatus}>
        {problem && (
          <p className="problem" role="alert">
            {say(problem.message)}
          </p>
        )}
        <label>
          <b>{say("Number")}</b>
          <input
            name="number"
            defaultValue={number.slice(0, NUMBER_CHARS_MAX)}
            maxLength={NUMBER_CHARS_MAX}
            placeholder="H-7K2M-9QXD"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required
          />
        </label>
        <label>
          <b>{say("Your e-mail address")}</b>
          <input
            type="email"
            name="email"
            defaultValue={email.slice(0, EMAIL_CHARS_MAX)}
            maxLength={EMAIL_CHARS_MAX}
            autoComplete="email"
            required
          />
        </label>
        <button type="submit">{say("Send the link")}</button>
      </form>
    </>,
  );
}
