import { Icon } from "#src/features/pages/icons/page/Icon.tsx";
import { glyphOf, isKnownPlatform } from "#src/features/pages/icons/page/icons.ts";
import type { PageSocial } from "./page-view.ts";
import { isOpenable, opensExternalApp } from "./urls.ts";

/** Entries without a URL are hidden; platforms without a mark get a globe (spec §9). */
export function SocialIcons({ socials }: { socials: readonly PageSocial[] }) {
  const shown = socials.filter((social) => isOpenable(social?.url));
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Social profiles">
      <ul className="social">
        {shown.map((social) => (
          <li key={`${social.platform} ${social.url}`}>
            <a
              href={social.url}
              rel="me noopener"
              target={opensExternalApp(social.url) ? undefined : "_blank"}
              aria-label={labelOf(social.platform)}
              title={labelOf(social.platform)}
            >
              <Icon glyph={glyphOf(social.platform)} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function labelOf(platform: string): string {
  return isKnownPlatform(platform) ? glyphOf(platform).label : platform.trim() || "Website";
}
