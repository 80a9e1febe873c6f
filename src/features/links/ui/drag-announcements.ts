import type { Announcements, UniqueIdentifier } from "@dnd-kit/core";
import type { Link } from "#src/features/links/contract.ts";

/** What a screen reader says about the handle. */
export const HOW_TO_DRAG =
  "To move the link, press Space. Move it with the arrow keys, press Space again to drop it, or Escape to leave it where it was.";

/** What a screen reader says while a link is on its way. */
export function dragAnnouncements(links: readonly Link[]): Announcements {
  const titleOf = (id: UniqueIdentifier) => links.find((link) => link.id === id)?.title ?? "The link";
  const placeOf = (id: UniqueIdentifier) =>
    `place ${links.findIndex((link) => link.id === id) + 1} of ${links.length}`;
  return {
    onDragStart: ({ active }) => `${titleOf(active.id)} picked up. It is at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${titleOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${titleOf(active.id)} dropped at ${placeOf(over.id)}.` : `${titleOf(active.id)} dropped.`,
    onDragCancel: ({ active }) => `Moving cancelled. ${titleOf(active.id)} stays where it was.`,
  };
}
