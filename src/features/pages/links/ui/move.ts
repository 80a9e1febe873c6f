import type { Link } from "#src/features/pages/links/contract.ts";

/** A new order, and the groups of those that moved into one or out of it. */
export interface Move {
  links: Link[];
  parents: Record<string, string | null>;
}

/**
 * Moves a row to another's place. A group takes everything in it along and never ends up inside another.
 * Anything else joins the group between whose rows it's dropped, or right below whose title.
 */
export function moveRow(links: readonly Link[], from: number, to: number): Move | undefined {
  const row = links[from];
  const over = links[to];
  if (!row || !over || from === to) return undefined;
  return row.kind === "group" ? moveGroup(links, row, over) : moveOne(links, row, to);
}

function moveGroup(links: readonly Link[], group: Link, over: Link): Move | undefined {
  const isMoved = ({ id, parent_id }: Link) => id === group.id || parent_id === group.id;
  if (isMoved(over)) return undefined;
  const rest = links.filter((link) => !isMoved(link));
  const isDown = links.indexOf(over) > links.indexOf(group);
  const target = over.parent_id ?? over.id;
  const isTarget = ({ id, parent_id }: Link) => id === target || parent_id === target;
  const at = isDown ? rest.findLastIndex(isTarget) + 1 : rest.findIndex(isTarget);
  return { links: [...rest.slice(0, at), ...links.filter(isMoved), ...rest.slice(at)], parents: {} };
}

function moveOne(links: readonly Link[], row: Link, to: number): Move {
  const rest = links.filter(({ id }) => id !== row.id);
  const parent = groupAt(rest, to, row.parent_id);
  const moved = { ...row, parent_id: parent };
  const parents = parent === row.parent_id ? {} : { [row.id]: parent };
  return { links: [...rest.slice(0, to), moved, ...rest.slice(to)], parents };
}

/** Returns the group that begins or goes on at a place. At its end, only what was in it stays in. */
function groupAt(rest: readonly Link[], at: number, own: string | null): string | null {
  const above = rest[at - 1];
  const below = rest[at];
  if (!above) return null;
  if (above.kind === "group") return above.id;
  const goesOn = above.parent_id === below?.parent_id || above.parent_id === own;
  return goesOn ? above.parent_id : null;
}
