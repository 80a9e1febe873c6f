import { pictureUrl } from "#src/features/pages/icons/page/icons.ts";
import { pageDescription, visibleName } from "../page-text.ts";
import type { PageHome, PageView } from "../page-view.ts";
import { absoluteUrl, canonicalUrl, isOpenable, originOf } from "../urls.ts";
import {
  SHARE_PICTURE_HEIGHT,
  SHARE_PICTURE_TYPE,
  SHARE_PICTURE_WIDTH,
  sharePicturePath,
} from "./share-picture-url.ts";

/** Metadata for search engines and messenger previews (Open Graph, Twitter cards, schema.org). */
export function ShareTags({ view, home }: { view: PageView; home: PageHome }) {
  const address = canonicalUrl(view, home);
  const description = pageDescription(view);
  const image = originOf(view, home) + sharePicturePath(view, home);
  const alt = `${visibleName(view)} (@${view.username}) on ${home.instanceName}`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content={home.instanceName} />
      <meta property="og:title" content={visibleName(view)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="profile:username" content={view.username} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content={SHARE_PICTURE_TYPE} />
      <meta property="og:image:width" content={String(SHARE_PICTURE_WIDTH)} />
      <meta property="og:image:height" content={String(SHARE_PICTURE_HEIGHT)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={visibleName(view)} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={alt} />
      <StructuredData view={view} home={home} />
    </>
  );
}

/**
 * The page's subject, in schema.org's terms. A data block runs nothing, so the page's policy doesn't cover
 * it.
 */
function StructuredData({ view, home }: { view: PageView; home: PageHome }) {
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

/** Serializes JSON that can't close its script element, nor break a line where old parsers see a line end. */
function toScriptText(value: object): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
