import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { bidiIsolate } from "#src/lib/text.ts";
import type { Confirmation } from "./double-opt-in.ts";

export interface ConfirmationView {
  /** Undefined for an invalid link. */
  found?: Confirmation | undefined;
  refusal?: { status: number; message: string };
}

/** Asks someone to confirm their sign-up, with one button. */
export function confirmPage(home: FrameHome, given: ConfirmationView): FramePage {
  const { title, text } = wordsOf(given);
  const status = given.refusal?.status ?? STATUS_OF[given.found?.state ?? "unknown"];
  return readingPage(
    home,
    { title, status },
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {given.found?.state === "open" && (
        <form method="post" className="report">
          <button type="submit">Confirm</button>
        </form>
      )}
    </>,
  );
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
