import type { Link } from "#src/features/pages/links/contract.ts";
import { rowName } from "#src/features/pages/links/rows-rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { usesWarning } from "#src/kit/uses.ts";

const GROUP_DELETED = "What’s in this group stays on your page.";

/** Asks before something goes that others need. A group's deletion is told, as it looks like more. */
export async function isSureToDelete(link: Link, links: readonly Link[]): Promise<boolean> {
  const isFull = link.kind === "group" && links.some(({ parent_id }) => parent_id === link.id);
  const message = isFull ? GROUP_DELETED : await usesWarning("links", [link.id]);
  if (message === undefined) return true;
  return confirm({ title: `Delete “${rowName(link)}”?`, message, confirm: "Delete", danger: true });
}
