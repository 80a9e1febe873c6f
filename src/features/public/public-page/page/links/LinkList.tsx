import { memo } from "react";
import type { PageLink } from "../page-view.ts";
import { LinkCard, NEW_TAB_NOTE_ID } from "./LinkCard.tsx";

export function LinkList({ links }: { links: readonly PageLink[] }) {
  if (links.length === 0)
    return (
      <p className="empty" lang="en">
        No links available
      </p>
    );
  return (
    <nav aria-label="Links">
      <ul className="links">
        {links.map((link, index) => (
          <Item key={link?.id ?? index} link={link} />
        ))}
      </ul>
      <span id={NEW_TAB_NOTE_ID} lang="en" hidden>
        Opens in a new tab
      </span>
    </nav>
  );
}

/** Memoized, because the dashboard's preview rerenders one of them with every letter typed. */
const Item = memo(function Item({ link }: { link: PageLink }) {
  return (
    <li>
      <LinkCard link={link} />
    </li>
  );
});
