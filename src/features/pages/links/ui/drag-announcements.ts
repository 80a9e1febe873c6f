import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import type { Link } from "#src/features/pages/links/contract.ts";
import { rowName } from "#src/features/pages/links/rows-rules.ts";

export const HOW_TO_DRAG =
  "To move this link, press Space. Use the arrow keys to move it, then press Space to drop it or Escape to cancel.";

function rowOf(links: readonly Link[], id: UniqueIdentifier): string {
  const link = links.find((one) => one.id === id);
  return link ? rowName(link) : "The link";
}

export function dragAnnouncements(links: readonly Link[]): Announcements {
  const titleOf = (id: UniqueIdentifier) => rowOf(links, id);
  const placeOf = (id: UniqueIdentifier) =>
    `position ${links.findIndex((link) => link.id === id) + 1} of ${links.length}`;
  return {
    onDragStart: ({ active }) => `${titleOf(active.id)} picked up at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${titleOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${titleOf(active.id)} dropped at ${placeOf(over.id)}.` : `${titleOf(active.id)} dropped.`,
    onDragCancel: ({ active }) => `Move canceled. ${titleOf(active.id)} is back where it was.`,
  };
}
