import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { PATHS } from "#src/lib/paths.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";

export interface LookUp {
  status: number;
  number: string;
  email: string;
  problem: string;
}

const NUMBER_CHARS_MAX = 40;

/** For reporters who have their number and no link. */
export function lookUpPage(home: FrameHome, { say, language }: VisitorTranslator, typed?: LookUp): FramePage {
  const wrong = typed && ({ "aria-invalid": true, "aria-describedby": "problem" } as const);
  return readingPage(
    home,
    { title: say("Follow your report"), status: typed?.status ?? 200, language },
    <>
      <h1>{say("Follow your report")}</h1>
      <p>
        {say(
          "You got a number when you reported a page. If you left no e-mail address then, only the link that you got with the number leads to your report.",
        )}
      </p>
      <form className="report" method="post" action={PATHS.reportStatus}>
        {typed && (
          <p className="problem" id="problem" role="alert">
            {say(typed.problem)}
          </p>
        )}
        <label>
          <b>{say("Number")}</b>
          <span>{say("Such as R-7K2M-9QXD.")}</span>
          <input
            name="number"
            defaultValue={typed?.number.slice(0, NUMBER_CHARS_MAX)}
            maxLength={NUMBER_CHARS_MAX}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            required
            {...wrong}
            {...(typed && { autoFocus: true })}
          />
        </label>
        <label>
          <b>{say("Your e-mail address")}</b>
          <span>{say("The one you left with the report.")}</span>
          <input
            type="email"
            name="email"
            defaultValue={typed?.email}
            autoComplete="email"
            required
            {...wrong}
          />
        </label>
        <button type="submit">{say("Follow it")}</button>
      </form>
    </>,
  );
}
