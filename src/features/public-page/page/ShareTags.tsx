import { absoluteUrl, pictureUrl } from "./addresses.ts";
import { pageDescription, shownName } from "./page-text.ts";
import type { PageHome, PageView } from "./page-view.ts";

/** What search engines and the previews of messengers read (Open Graph, Twitter cards). */
export function ShareTags({ view, home }: { view: PageView; home: PageHome }) {
  const address = `${home.publicUrl}/${encodeURIComponent(view.username)}`;
  const description = pageDescription(view);
  const picture = pictureUrl(view.avatar_url);
  const image = picture && absoluteUrl(picture, home.publicUrl);
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="profile" />
      <meta property="og:site_name" content={home.instanceName} />
      <meta property="og:title" content={shownName(view)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="profile:username" content={view.username} />
      {image && <meta property="og:image" content={image} />}
      {image && <meta property="og:image:alt" content={shownName(view)} />}
      <meta name="twitter:card" content="summary" />
      <meta name="twitter:title" content={shownName(view)} />
      <meta name="twitter:description" content={description} />
      {image && <meta name="twitter:image" content={image} />}
    </>
  );
}
