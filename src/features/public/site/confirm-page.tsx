import type { Confirmation } from "#src/features/audience/contacts/double-opt-in.ts";
import { REPORT_CSS } from "#src/features/public/moderation/page/report-css.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import { READING_CSS } from "./css/reading-css.ts";
import { type SiteHome, type SitePage, TopBar } from "./document.tsx";

export interface ConfirmationView {
  /** Undefined for an invalid link. */
  found?: Confirmation | undefined;
  refusal?: { status: number; message: string };
}

/** Asks someone to confirm their sign-up, with one button. */
export function confirmPage(home: SiteHome, given: ConfirmationView): SitePage {
  const { title, text } = wordsOf(given);
  return {
    path: null,
    status: given.refusal?.status ?? STATUS_OF[given.found?.state ?? "unknown"],
    title: `${title} | ${home.instanceName}`,
    description: "",
    css: READING_CSS + REPORT_CSS,
    body: (
      <>
        <header>
          <TopBar home={home} />
        </header>
        <div className="wide reading">
          <main id="main" className="prose">
            <h1>{title}</h1>
            <p>{text}</p>
            {given.found?.state === "open" && (
              <form method="post" className="report">
                <button type="submit">Confirm</button>
              </form>
            )}
          </main>
        </div>
      </>
    ),
  };
}

const STATUS_OF = { open: 200, confirmed: 200, expired: 410, unknown: 404 } as const;

function wordsOf({ found, refusal }: ConfirmationView): { title: string; text: string } {
  if (refusal) return { title: "That was too much", text: refusal.message };
  if (!found)
    return {
      title: "This link doesn’t work",
      text: "It may be cut off. Open it from the e-mail again, or sign up once more.",
    };
  const sender = bidiIsolate(found.sender);
  switch (found.state) {
    case "open":
      return {
        title: "Confirm your sign-up",
        text: `Do you want ${sender} to e-mail you at ${found.email}?`,
      };
    case "expired":
      return {
        title: "This link has expired",
        text: `Sign up once more on ${sender}’s page, and we’ll send you a new one.`,
      };
    case "confirmed":
      return { title: "You’re on the list", text: `${sender} can now e-mail you at ${found.email}.` };
  }
}
