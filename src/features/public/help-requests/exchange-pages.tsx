import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import type { Translate } from "#src/lib/translate.ts";
import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";
import type { Exchange } from "./exchanges.ts";
import { MESSAGE_CHARS_MAX } from "./rules.ts";

interface Shown extends Exchange {
  /** Of what's written next, so that sending the form twice writes it once. */
  id: string;
  typed?: { text: string; problem: { status: number; message: string } };
}

const CSS = `.prose .exchange{list-style:none;margin:1.5rem 0;padding:0;display:grid;gap:1rem}.prose .exchange li{margin:0;padding:1rem 1.25rem;border:1px solid var(--edge);border-radius:1rem;background:var(--card);min-width:0}
.prose .exchange .answer{border-inline-start:4px solid var(--accent)}.exchange time{color:var(--soft);font-size:.9375rem}
.exchange .text{white-space:pre-wrap;overflow-wrap:anywhere;margin-top:.5rem}.prose h1{overflow-wrap:anywhere}.prose .report+p{margin-top:1.5rem}
`;

/** The whole exchange, and a form to go on with it. */
export function exchangePage(home: FrameHome, words: VisitorTranslator, shown: Shown): FramePage {
  const { say, language } = words;
  const { row, messages, typed } = shown;
  return readingPage(
    home,
    { title: say("Your request"), status: typed?.problem.status ?? 200, language, css: CSS },
    <>
      <h1 dir="auto">{row.subject}</h1>
      <p role="status">{stateText(row.state, say)}</p>
      <ol className="exchange">
        {messages.map(({ id, is_answer, text, created_at }, at) => (
          <li
            key={id}
            className={is_answer ? "answer" : undefined}
            id={at === messages.length - 1 ? "newest" : undefined}
          >
            <b>{is_answer ? say("Our answer") : say("You")}</b> · <Moment at={created_at} words={words} />
            <p className="text" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <WriteForm {...shown} say={say} />
      <p>
        {say("Number")}: {row.number}
      </p>
    </>,
  );
}

function WriteForm({ id, typed, say }: Pick<Shown, "id" | "typed"> & { say: Translate }) {
  return (
    <form className="report" method="post">
      <input type="hidden" name="id" value={id} />
      <label>
        <b>{say("Write again")}</b>
        <textarea
          name="text"
          rows={6}
          required
          maxLength={MESSAGE_CHARS_MAX}
          defaultValue={typed?.text}
          {...(typed && { "aria-invalid": true, "aria-describedby": "problem", autoFocus: true })}
        />
        {typed && (
          <p className="problem" id="problem" role="alert">
            {say(typed.problem.message)}
          </p>
        )}
      </label>
      <button type="submit">{say("Send message")}</button>
    </form>
  );
}

function stateText(state: Exchange["row"]["state"], say: Translate): string {
  if (state === "waiting") return say("We’ve answered. You can write again here.");
  if (state === "closed") return say("The request is closed. If you write again, it’s opened again.");
  return say("It’s waiting for a person to answer.");
}

/** The server doesn't know the visitor's time zone, so it says its own. */
function Moment({ at, words }: { at: string; words: VisitorTranslator }) {
  const format = new Intl.DateTimeFormat(words.language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return <time dateTime={at}>{format.format(new Date(at))} UTC</time>;
}

export function linkGonePage(
  home: FrameHome,
  { say, language }: VisitorTranslator,
  { status, message }: { status: number; message: string },
): FramePage {
  return readingPage(
    home,
    { title: say("Your request"), status, language },
    <>
      <h1>{say("That didn’t work")}</h1>
      <p role="alert">{say(message)}</p>
    </>,
  );
}
