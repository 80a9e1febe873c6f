import type { ReactNode } from "react";
import { REPORT_CSS } from "#src/features/public/moderation/page/report-css.ts";
import { PATHS } from "#src/lib/paths.ts";
import { READING_CSS } from "./css/reading-css.ts";
import { type SiteHome, type SitePage, TopBar } from "./document.tsx";

interface UnsubscribeView {
  /** The link's topic, or undefined if the link is invalid. */
  found?: { topic: string; isOn: boolean } | undefined;
  isDone: boolean;
  refusal?: { status: number; message: string };
}

/** Asks before unsubscribing, and confirms it afterward. */
export function unsubscribePage(home: SiteHome, given: UnsubscribeView): SitePage {
  return {
    path: null,
    status: given.refusal?.status ?? (given.found ? 200 : 404),
    title: `E-mail | ${home.instanceName}`,
    description: "",
    css: READING_CSS + REPORT_CSS,
    body: (
      <>
        <header>
          <TopBar home={home} />
        </header>
        <div className="wide reading">
          <main id="main" className="prose">
            {contentOf(given)}
          </main>
        </div>
      </>
    ),
  };
}

function contentOf({ found, isDone, refusal }: UnsubscribeView): ReactNode {
  const settings = <a href={PATHS.notificationSettings}>Your notification settings</a>;
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
