import type { ReactNode } from "react";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";
import { PATHS } from "#src/lib/paths.ts";

interface ReportsOffView {
  /** Undefined if the link is invalid. */
  found?: { isOn: boolean } | undefined;
  isDone: boolean;
  refusal?: { status: number; message: string };
}

/** Asks before turning reports off, and confirms it afterward. */
export function reportsOffPage(home: FrameHome, given: ReportsOffView): FramePage {
  const status = given.refusal?.status ?? (given.found ? 200 : 404);
  return readingPage(home, { title: "E-mail", status }, contentOf(given));
}

function contentOf({ found, isDone, refusal }: ReportsOffView): ReactNode {
  const again = <a href={PATHS.analytics}>Analytics</a>;
  if (refusal)
    return (
      <>
        <h1>That was too much</h1>
        <p>{refusal.message}</p>
      </>
    );
  if (!found)
    return (
      <>
        <h1>This link doesn’t work</h1>
        <p>
          It may be cut off, or its account is gone. You can also turn reports off under Reports in {again}.
        </p>
      </>
    );
  if (!found.isOn)
    return (
      <>
        <h1>{isDone ? "Done" : "They’re already off"}</h1>
        <p>
          We don’t e-mail you reports about this account anymore. To turn them on again: Reports in {again}.
        </p>
      </>
    );
  return (
    <>
      <h1>Stop these reports?</h1>
      <p>We’ll still e-mail you about everything else.</p>
      <form method="post" className="report">
        <button type="submit">Stop these reports</button>
      </form>
    </>
  );
}
