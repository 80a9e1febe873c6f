import { appLink } from "#src/features/pages/links/page/app-links.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import type { PageLink } from "../page-view.ts";
import { opensExternalApp } from "../urls.ts";

/** The id of the sentence about the new tab, which is on the page once. */
export const NEW_TAB_NOTE_ID = "new-tab";

/** The script's data for opening the link at once: the URL, and the app it belongs to. */
export function openData(url: string) {
  const app = appLink(url);
  return { "data-url": url, "data-android": app?.android, "data-ios": app?.ios ?? undefined };
}

const NEW_TAB = { target: "_blank", "aria-describedby": NEW_TAB_NOTE_ID };

/** Attributes of an anchor that leads to a block's URL, where a click is counted with and without JavaScript. */
export function goProps(link: PageLink, url = link.url) {
  return {
    href: GO_PATH + encodeURIComponent(link.id),
    "data-link": link.id,
    ...openData(url),
    rel: "noopener",
    ...(opensExternalApp(url) ? {} : NEW_TAB),
  };
}

/** Attributes of an anchor inside a block that has no URL of its own. Only the script counts its clicks. */
export function directProps(link: PageLink, url: string) {
  return { ...goProps(link, url), href: url, rel: "noopener nofollow ugc" };
}
