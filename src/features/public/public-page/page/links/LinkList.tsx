import { memo } from "react";
import type { PageLink, PageView } from "../page-view.ts";
import { Block } from "./Block.tsx";
import { NEW_TAB_NOTE_ID } from "./go-props.ts";
import { LinkCard } from "./LinkCard.tsx";

export function LinkList({ view }: { view: PageView }) {
  const { links } = view;
  if (links.length === 0)
    return (
      <p className="empty" lang="en">
        No links available
      </p>
    );
  const groups = new Set(links.filter((link) => link?.block?.kind === "group").map(({ id }) => id));
  const parentOf = (link: PageLink) =>
    link?.parent_id && groups.has(link.parent_id) && link.block?.kind !== "group"
      ? link.parent_id
      : undefined;
  const within = (group: string | undefined) => links.filter((link) => parentOf(link) === group);
  const itemsOf = (rows: readonly PageLink[]) =>
    rows.map((link, index) =>
      link?.block ? (
        <Block key={link.id} link={link} view={view}>
          {link.block.kind === "group" && <ul className="links">{itemsOf(within(link.id))}</ul>}
        </Block>
      ) : (
        <Item key={link?.id ?? index} link={link} />
      ),
    );
  return (
    <nav aria-label="Links">
      <ul className="links">{itemsOf(within(undefined))}</ul>
      <span id={NEW_TAB_NOTE_ID} lang="en" hidden>
        Opens in a new tab
      </span>
    </nav>
  );
}

/** Memoized, because the dashboard's preview rerenders one of them with every letter typed. */
const Item = memo(function Item({ link }: { link: PageLink }) {
  return (
    <li className={link?.layout === "grid" ? "half" : undefined}>
      <LinkCard link={link} />
    </li>
  );
});

/** True for the block that shows the sign-up form in its place. */
export function isPlacedForm(link: PageLink): boolean {
  return link?.block?.kind === "newsletter";
}
