import { linksMarkedByStaff } from "#src/features/pages/links/events.ts";
import { pagesMarkedByStaff } from "#src/features/pages/profiles/events.ts";
import type { EventType } from "#src/lib/event.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { Facts, NotificationType } from "./notification-type.ts";

interface Sentences {
  hidden: { on: string; off: string };
  adult: { on: string; off: string };
}

const PAGES: Sentences = {
  hidden: {
    on: "The people who run this instance hid pages of yours",
    off: "The people who run this instance show pages of yours again",
  },
  adult: {
    on: "The people who run this instance labeled pages of yours as adult content",
    off: "The people who run this instance took the adult label off pages of yours",
  },
};

const LINKS: Sentences = {
  hidden: {
    on: "The people who run this instance hid links of yours",
    off: "The people who run this instance show links of yours again",
  },
  adult: {
    on: "The people who run this instance labeled links of yours as adult content",
    off: "The people who run this instance took the adult label off links of yours",
  },
};

function decision(
  announced: EventType<object>,
  sentences: Sentences,
  path: (facts: Facts) => string,
): NotificationType {
  return {
    topic: "decisions",
    announced,
    audience: { to: "owner" },
    sentence: ({ data: { mark, is_on } }) =>
      sentences[mark === "adult" ? "adult" : "hidden"][is_on === false ? "off" : "on"],
    path,
  };
}

/** What staff of the instance decided about somebody's pages and links. The reason is in the e-mail, and where they are. */
export const DECISION_NOTIFICATION_TYPES = {
  pages_marked: decision(pagesMarkedByStaff, PAGES, () => PATHS.profiles),
  links_marked: decision(linksMarkedByStaff, LINKS, ({ profile_id }) =>
    profile_id === null ? PATHS.links : `${PATHS.links}?profile=${profile_id}`,
  ),
} as const satisfies Record<string, NotificationType>;
