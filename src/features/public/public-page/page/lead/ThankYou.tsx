import { ENGLISH_TRANSLATOR, type VisitorTranslator } from "#src/lib/visitor-translator.ts";
import { LEAD_TEXTS } from "./lead-texts.ts";

interface ThankYouProps {
  /** A description of the result, where there is no toast. */
  text?: string;
  /** The download; null for none. Absent in the template that the script fills in. */
  download?: string | null;
  words?: VisitorTranslator;
}

/** Replaces the form once it has been sent (spec §2). */
export function ThankYou({ text, download, words: { language, say } = ENGLISH_TRANSLATOR }: ThankYouProps) {
  return (
    <div className="lead thanks" tabIndex={-1} lang={language}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
        <path d="m5 12.5 4.5 4.5L19 7.5" />
      </svg>
      <h2>{say(LEAD_TEXTS.thanks)}</h2>
      {text && <p>{say(text)}</p>}
      {download !== null && (
        <a className="get" href={download} target="_blank" rel="noopener noreferrer">
          {say(LEAD_TEXTS.download)}
        </a>
      )}
    </div>
  );
}
