import type { ExitSystem, InAppBrowser } from "#src/features/in-app/rules.ts";
import { pagesUrlOf } from "./addresses.ts";
import { Backdrop } from "./Backdrop.tsx";
import { Face } from "./Face.tsx";
import { InAppHelp } from "./InAppHelp.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { shownName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";

interface InAppPageProps {
  view: Pick<PageView, "profile_id" | "username" | "name" | "avatar_url" | "background">;
  home: PageHome;
  app: InAppBrowser;
  system: ExitSystem;
  /** What is kept of the query; empty for none. */
  query: string;
}

/** What stands in for the page inside an app whose browser its owner helps visitors out of (spec §2). */
export function InAppPage({ view, home, ...exit }: InAppPageProps) {
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      <main className="notice" data-exits={view.profile_id}>
        <Face view={view} />
        <p className="of" dir="auto">
          {shownName(view)}
        </p>
        <InAppHelp address={pageAddress(view, home)} {...exit} />
      </main>
      <PageFooter home={home} />
    </div>
  );
}

/** The URL under which a page is known, as the canonical one of its head. */
export function pageAddress(view: Pick<PageView, "username">, home: PageHome): string {
  return `${pagesUrlOf(home)}/${encodeURIComponent(view.username)}`;
}
