import type { ReactNode } from "react";
import type { FrameHome, FramePage } from "#src/features/public/frame/page/frame-page.ts";
import { readingPage } from "#src/features/public/frame/page/reading-page.tsx";

/** Where people choose what they get. */
export interface UnsubscribePlace {
  href: string;
  name: string;
}

interface UnsubscribeView {
  place: UnsubscribePlace;
  /** The link's topic, or undefined if the link is invalid. */
  found?: { topic: string; isOn: boolean } | undefined;
  isDone: boolean;
  refusal?: { status: number; message: string };
}

/** Asks before unsubscribing, and confirms it afterward. */
export function unsubscribePage(home: FrameHome, given: UnsubscribeView): FramePage {
  const status = given.refusal?.status ?? (given.found ? 200 : 404);
  return readingPage(home, { title: "E-mail", status }, contentOf(given));
}

function contentOf({ place, found, isDone, refusal }: UnsubscribeView): ReactNode {
  const settings = <a href={place.href}>{place.name}</a>;
  if (refusal) return <Words title="That was too much">{refusal.message}</Words>;
  if (!found)
    return (
      <Words title="This link doesn’t work">
        It may be cut off, or its account is gone. You can also choose what we e-mail you: {settings}.
      </Words>
    );
  if (!found.isOn)
    return (
      <Words title={isDone ? "Done" : "They’re already off"}>
        We don’t e-mail you about {found.topic} anymore. To turn that on again: {settings}.
      </Words>
    );
  return (
    <>
      <Words title={`Stop e-mails about ${found.topic}?`}>
        We’ll still e-mail you about everything else.
      </Words>
      <form method="post" className="report">
        <button type="submit">Stop these e-mails</button>
      </form>
    </>
  );
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{children}</p>
    </>
  );
}
