import type { VisitorTranslator } from "#src/lib/visitor-translator.ts";

/**
 * The warning before a link with adult content (spec §2). The script opens it; without JavaScript `/go/…`
 * shows it.
 */
export function AdultWarning({ words: { language, say } }: { words: VisitorTranslator }) {
  return (
    <dialog
      className="warning"
      lang={language}
      id="adult"
      aria-labelledby="adult-title"
      aria-describedby="adult-text"
    >
      <h2 id="adult-title">{say("Adult Content Warning")}</h2>
      <p id="adult-text">
        {say(
          "This link contains adult content that may not be suitable for all audiences. You must be 18 years or older to continue.",
        )}
      </p>
      <div className="choices">
        <button type="button" className="button" data-continue>
          {say("I'm 18+ - Continue")}
        </button>
        <form method="dialog">
          <button type="submit" className="quiet">
            {say("Cancel")}
          </button>
        </form>
      </div>
    </dialog>
  );
}
