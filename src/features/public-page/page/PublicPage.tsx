import { LinkList } from "./LinkList.tsx";
import { PageFooter } from "./PageFooter.tsx";
import { PageHeader } from "./PageHeader.tsx";
import type { PageHome, PageView } from "./page-view.ts";
import { SocialIcons } from "./SocialIcons.tsx";

interface PublicPageProps {
  view: PageView;
  home: PageHome;
}

/** A profile's public page (spec §2), as it stands in the document and in the dashboard's preview. */
export function PublicPage({ view, home }: PublicPageProps) {
  return (
    <div className="page">
      <main data-profile={view.profile_id}>
        <PageHeader view={view} />
        <LinkList links={view.links} />
        <SocialIcons socials={view.socials} />
      </main>
      <PageFooter home={home} />
    </div>
  );
}
