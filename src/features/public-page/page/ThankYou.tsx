import { LEAD_TEXTS } from "./lead-texts.ts";

interface ThankYouProps {
  /** What happened, where no toast says it. */
  text?: string;
  /** What may be downloaded; null for nothing. Left out in the template that the visitor's script fills in. */
  download?: string | null;
}

/** What stands in the form's place once it was sent (spec §2). */
export function ThankYou({ text, download }: ThankYouProps) {
  return (
    <div className="lead thanks" tabIndex={-1}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="line">
        <path d="m5 12.5 4.5 4.5L19 7.5" />
      </svg>
      <h2>{LEAD_TEXTS.thanks}</h2>
      {text && <p>{text}</p>}
      {download !== null && (
        <a className="get" href={download} target="_blank" rel="noopener noreferrer">
          {LEAD_TEXTS.download}
        </a>
      )}
    </div>
  );
}
