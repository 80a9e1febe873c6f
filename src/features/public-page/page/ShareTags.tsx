import { pageDescription, visibleName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";
import { StructuredData } from "./StructuredData.tsx";
import {
  SHARE_PICTURE_HEIGHT,
  SHARE_PICTURE_TYPE,
  SHARE_PICTURE_WIDTH,
  sharePicturePath,
} from "./share-picture-url.ts";
import { canonicalUrl, originOf } from "./urls.ts";

/** What search engines and messenger previews read (Open Graph, Twitter cards, schema.org). */
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
