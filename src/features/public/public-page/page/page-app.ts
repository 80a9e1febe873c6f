import { pictureUrl } from "#src/features/pages/icons/page/icons.ts";
import { shortHash } from "#src/lib/hash.ts";
import { visibleName } from "./page-text.ts";
import type { PageView } from "./page-view.ts";

/** A page as an installable app: its name, manifest, and icon. */
export interface PageApp {
  name: string;
  manifestUrl: string;
  iconUrl: string;
}

/** The instance itself, for every document that isn't a profile's page. */
export const INSTANCE_APP = { manifestUrl: "/manifest.json", iconUrl: "/static/apple-touch-icon.png" };

/** The sizes in pixels of icons made from an avatar: those that phones request. */
export const ICON_PIXELS = [192, 512] as const;

/** Describes a page as an app of its own, which opens this page, not the dashboard. */
export function pageApp(view: Pick<PageView, "name" | "username" | "avatar_url">): PageApp {
  return {
    name: visibleName(view),
    manifestUrl: `/${view.username}/manifest.json`,
    iconUrl: iconPath(view, ICON_PIXELS[0]) ?? INSTANCE_APP.iconUrl,
  };
}

/** The URL of the page's avatar as an icon; undefined if we have none. A new avatar gets a new URL. */
export function iconPath(
  { username, avatar_url }: Pick<PageView, "username" | "avatar_url">,
  pixels: number,
): string | undefined {
  const picture = pictureUrl(avatar_url);
  if (!picture?.startsWith("/media/")) return undefined;
  return `/${username}/icon-${pixels}.png?v=${shortHash(picture)}`;
}
