/* The dashboard shows these texts. */
import type { LinkKind } from "./blocks-contract.ts";

/** Rows on a page. More would take phones seconds, whether they're links or not. */
export const PAGE_ROWS_MAX = 300;

/** What the blocks of a page hold together. Drawing much more keeps a server from everybody else for seconds. */
export const PAGE_CONTENT_CHARS_MAX = 100_000;

/** The length of what a row holds besides what all rows have. */
export function contentChars({ content }: { content?: unknown }): number {
  return content ? JSON.stringify(content).length : 0;
}

/** True if the plan's limit on links counts this row: it takes visitors away from the page. */
export function countsAsLink({ kind, url }: { kind: string; url: string }): boolean {
  return kind === "link" || kind === "support" || (kind === "picture" && url !== "");
}

interface Placed {
  id: string;
  kind: string;
  parent_id: string | null;
}

/** Returns the group that a row is in. One that's gone, or isn't a group, counts as none. */
export function groupOf<Row extends Placed>(row: Row, rows: readonly Row[]): Row | undefined {
  if (row.parent_id === null) return undefined;
  return rows.find(({ id, kind }) => id === row.parent_id && kind === "group");
}

/** Returns the rows in their order on the page, with everything in a group right below it. */
export function inPageOrder<Row extends Placed>(rows: readonly Row[]): Row[] {
  const groups = new Set(rows.filter(({ kind }) => kind === "group").map(({ id }) => id));
  const isInside = ({ kind, parent_id }: Row) =>
    kind !== "group" && parent_id !== null && groups.has(parent_id);
  const inside = new Map<string | null, Row[]>();
  for (const row of rows)
    if (isInside(row)) inside.set(row.parent_id, [...(inside.get(row.parent_id) ?? []), row]);
  return rows.filter((row) => !isInside(row)).flatMap((row) => [row, ...(inside.get(row.id) ?? [])]);
}

export const KIND_LABELS: Readonly<Record<LinkKind, string>> = {
  link: "Link",
  heading: "Heading",
  text: "Text",
  picture: "Picture",
  gallery: "Gallery",
  spacer: "Spacer",
  embed: "Embed",
  contact_card: "Contact card",
  map: "Map",
  faq: "FAQ",
  group: "Group",
  countdown: "Countdown",
  newsletter: "Sign-up form",
  support: "Tips",
};

/** Returns the name of a row among others: its title, or what it is. */
export function rowName({ kind, title }: { kind: LinkKind; title: string }): string {
  return title === "" ? KIND_LABELS[kind] : title;
}
