import { appLink } from "#src/features/pages/links/page/app-links.ts";
import { showsIcon } from "#src/features/pages/links/rules.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import type { PageLink } from "../page-view.ts";
import { isOpenable, opensExternalApp } from "../urls.ts";
import { LinkIcon } from "./LinkIcon.tsx";

/** The id of the sentence about the new tab, which is on the page once. */
export const NEW_TAB_NOTE_ID = "new-tab";

/**
 * A link on the page. One that can't be rendered shows an error in its place and leaves the others alone
 * (spec §2).
 */
export function LinkCard({ link }: { link: PageLink }) {
  if (!isIntact(link)) {
    return <p className="card broken" lang="en">{`Error loading link: ${titleOf(link) || "Unknown"}`}</p>;
  }
  const target =
    !link.is_gated && opensExternalApp(link.url)
      ? {}
      : { target: "_blank", "aria-describedby": NEW_TAB_NOTE_ID };
  return (
    <a
      className="card"
      href={GO_PATH + encodeURIComponent(link.id)}
      data-link={link.id}
      {...(link.is_gated ? { "data-adult": link.show_adult_warning ? "" : undefined } : openData(link.url))}
      rel="noopener"
      dir="auto"
      {...target}
    >
      {showsIcon(link) && <LinkIcon icon={link.icon} />}
      <span className="words">
        {link.title}
        {link.description && <span>{link.description}</span>}
      </span>
      <svg viewBox="0 0 24 24" aria-hidden="true" className="go line">
        <path d="M7 17 17 7M8 7h9v9" />
      </svg>
    </a>
  );
}

/** The script's data for opening the link at once: the URL, and the app it belongs to. */
function openData(url: string) {
  const app = appLink(url);
  return { "data-url": url, "data-android": app?.android, "data-ios": app?.ios ?? undefined };
}

/** Rows may have been imported, so a card's fields are checked rather than trusted. */
function isIntact(link: PageLink): boolean {
  return (
    typeof link?.id === "string" &&
    !link.is_broken &&
    titleOf(link) !== "" &&
    typeof (link.description ?? "") === "string" &&
    typeof (link.icon ?? "") === "string" &&
    isOpenable(link.url)
  );
}

function titleOf(link: PageLink): string {
  return typeof link?.title === "string" ? link.title.trim() : "";
}
