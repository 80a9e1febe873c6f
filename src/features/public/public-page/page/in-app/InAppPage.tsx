import type { ExitMethod, ExitSystem, InAppBrowser } from "#src/features/pages/in-app-browsers/rules.ts";
import { Avatar } from "../Avatar.tsx";
import { Backdrop } from "../Backdrop.tsx";
import { PageFooter } from "../PageFooter.tsx";
import { visibleName } from "../page-text.ts";
import type { PageHome, PageView } from "../page-view.ts";
import { canonicalUrl } from "../urls.ts";
import { InAppHelp } from "./InAppHelp.tsx";

interface InAppPageProps {
  view: Pick<
    PageView,
    "profile_id" | "username" | "domain" | "name" | "avatar_url" | "background" | "is_unbranded"
  >;
  home: PageHome;
  app: InAppBrowser;
  /** The ways out for this app on this system, best first. */
  ways: readonly ExitMethod[];
  system: ExitSystem;
  /** The preserved part of the query; may be empty. */
  query: string;
}

/** Replaces the page inside apps whose browser the owner helps visitors leave (spec §2). */
export function InAppPage({ view, home, ...exit }: InAppPageProps) {
  return (
    <div className="page">
      {view.background && <Backdrop background={view.background} />}
      <main className="notice" data-exits={view.profile_id}>
        <Avatar view={view} />
        <p className="of" dir="auto">
          {visibleName(view)}
        </p>
        <InAppHelp address={canonicalUrl(view, home)} {...exit} />
      </main>
      {!view.is_unbranded && <PageFooter home={home} />}
    </div>
  );
}
