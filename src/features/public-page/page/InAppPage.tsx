import type { ExitSystem, InAppBrowser } from "#src/features/in-app/rules.ts";
import { InAppHelp } from "./InAppHelp.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { shownName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";

interface InAppPageProps {
  view: Pick<PageView, "profile_id" | "username" | "name">;
  home: PageHome;
  app: InAppBrowser;
  system: ExitSystem;
}

/** What stands in for the page inside an app whose browser its owner helps visitors out of (spec §2). */
export function InAppPage({ view, home, app, system }: InAppPageProps) {
  const address = pageAddress(view, home);
  return (
    <div className="page">
      <main className="notice" data-exits={view.profile_id}>
        <p className="of" dir="auto">
          {shownName(view)}
        </p>
        <InAppHelp app={app} system={system} address={address} stayAddress={`${address}?here=1`} />
      </main>
      <PageFooter home={home} username={view.username} />
    </div>
  );
}

/** The address under which a page is known, as the canonical one of its head. */
export function pageAddress(view: Pick<PageView, "username">, home: PageHome): string {
  return `${home.publicUrl}/${encodeURIComponent(view.username)}`;
}
