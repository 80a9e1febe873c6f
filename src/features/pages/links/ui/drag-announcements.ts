import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import type { Link } from "#src/features/pages/links/contract.ts";

export const HOW_TO_DRAG =
  "To move this link, press Space. Use the arrow keys to move it, then press Space to drop it or Escape to cancel.";

export function dragAnnouncements(links: readonly Link[]): Announcements {
  const titleOf = (id: UniqueIdentifier) => links.find((link) => link.id === id)?.title ?? "The link";
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
