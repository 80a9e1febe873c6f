import type { PastEmails as Past } from "./page-view.ts";

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** The newest e-mails in the page's archive. */
export function PastEmails({ past }: { past: Past }) {
  return (
    <section className="past" aria-labelledby="past-emails">
      <h2 id="past-emails" lang="en">
        Past e-mails
      </h2>
      <ul>
        {past.emails.map(({ url, subject, sent_at }) => (
          <li key={url}>
            <a href={url}>
              <span dir="auto">{subject}</span>
              <time dateTime={sent_at.slice(0, 10)} lang="en">
                {DAY.format(new Date(sent_at))}
              </time>
            </a>
          </li>
        ))}
      </ul>
      <a className="more" href={past.list_url} lang="en">
        All past e-mails
      </a>
    </section>
  );
}
