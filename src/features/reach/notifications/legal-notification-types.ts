import { formatDay, isDay } from "#src/lib/event-sentences.ts";
import type { Facts, NotificationType } from "./notification-type.ts";

function sentence({ data: { name, notice, effective_at } }: Facts, locale: string): string {
  if (!isDay(effective_at)) return "A legal text of this instance changes";
  const day = formatDay(effective_at, locale);
  const asks = notice === "agree";
  if (name === "terms")
    return asks ? `Our terms change on ${day}, and you’ll be asked to agree` : `Our terms change on ${day}`;
  if (name === "privacy")
    return asks
      ? `Our privacy policy changes on ${day}, and you’ll be asked to agree`
      : `Our privacy policy changes on ${day}`;
  return asks
    ? `Our cookie policy changes on ${day}, and you’ll be asked to agree`
    : `Our cookie policy changes on ${day}`;
}

/** Of the slice that publishes them, which tells everyone. */
export const LEGAL_NOTIFICATION_TYPES = {
  legal_changed: {
    topic: "terms",
    audience: { to: "owner" },
    sentence,
    path: ({ data }) => (typeof data.path === "string" ? data.path : null),
  },
} as const satisfies Record<string, NotificationType>;
