import { showsIcon } from "#src/features/pages/links/rules.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import type { PageLink } from "../page-view.ts";
import { isOpenable, opensExternalApp } from "../urls.ts";
import { NEW_TAB_NOTE_ID, openData } from "./go-props.ts";
import { LinkIcon } from "./LinkIcon.tsx";

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
      className={link.layout === "featured" ? "card featured" : "card"}
      data-animation={link.animation}
      href={GO_PATH + encodeURIComponent(link.id)}
      {...scriptData(link)}
      rel="noopener"
      dir="auto"
      {...target}
    >
      <Face link={link} />
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

/** What the page's script needs to open a link. One that only the server opens has none of it. */
function scriptData(link: PageLink) {
  if (link.goes) return {};
  const gated = { "data-adult": link.show_adult_warning ? "" : undefined };
  return { "data-link": link.id, ...(link.is_gated ? gated : openData(link.url)) };
}

/** A link's own picture, large or as its icon, or else its icon. */
function Face({ link }: { link: PageLink }) {
  const { picture, layout } = link;
  if (picture && layout)
    return <img className="cover" src={picture} alt="" loading="lazy" decoding="async" />;
  if (picture) return <LinkIcon icon={picture} />;
  return showsIcon(link) && <LinkIcon icon={link.icon} />;
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
