import type { ExitSystem, InAppBrowser } from "#src/features/in-app/rules.ts";
import { pageAddress } from "./addresses.ts";
import { Backdrop } from "./Backdrop.tsx";
import { Face } from "./Face.tsx";
import { InAppHelp } from "./InAppHelp.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { shownName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";

interface InAppPageProps {
  view: Pick<
    PageView,
    "profile_id" | "username" | "domain" | "name" | "avatar_url" | "background" | "is_unbranded"
  >;
  home: PageHome;
  app: InAppBrowser;
  system: ExitSystem;
  /** The part of the query that is kept; may be empty. */
  query: string;
}

/** Replaces the page inside apps whose browser the owner helps visitors leave (spec §2). */
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
      {!view.is_unbranded && <PageFooter home={home} />}
    </div>
  );
}
