import { pictureUrl } from "#src/features/icons/page/icons.ts";
import { pageDescription, visibleName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";
import { absoluteUrl, canonicalUrl, isOpenable, originOf } from "./urls.ts";

/** Who the page is about, in schema.org's terms. A data block runs nothing, so the page's policy doesn't cover it. */
export function StructuredData({ view, home }: { view: PageView; home: PageHome }) {
  const json = toScriptText(profilePage(view, home));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a script must not be escaped as HTML; `<` is, as JSON
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function profilePage(view: PageView, home: PageHome): object {
  const url = canonicalUrl(view, home);
  const picture = pictureUrl(view.avatar_url);
  const sameAs = view.socials.map((social) => social?.url).filter((address) => /^https?:/i.test(address));
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    url,
    mainEntity: {
      "@type": "Person",
      name: visibleName(view),
      alternateName: `@${view.username}`,
      description: pageDescription(view),
      url,
      image: picture ? absoluteUrl(picture, originOf(view, home)) : undefined,
      sameAs: sameAs.filter(isOpenable),
    },
  };
}

/** JSON that can't close its script element, nor break a line where old parsers see a line end. */
function toScriptText(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
