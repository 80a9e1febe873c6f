import {
  pageDraftMissed,
  pageDraftPublished,
  pageDraftReverted,
} from "#src/features/pages/page-versions/events.ts";
import { PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { Audience, Facts, NotificationType } from "./notification-type.ts";

const pageOf = ({ profile }: Facts) => (profile === "" ? "A page that’s gone" : bidiIsolate(profile));
const pathOf = ({ profile_id }: Facts) =>
  profile_id === null ? PATHS.profiles : `${PATHS.profiles}?edit=${profile_id}`;

const EDITORS: Audience = { to: "viewers", permission: "profiles.edit" };
/** Whoever publishes by hand sees it. */
const isByItself = ({ why }: Readonly<Record<string, unknown>>) => why !== "now";
const missing = ({ data: { left } }: Facts) => (typeof left === "number" ? left : 0);

/** What happens to drafts of pages at their times. */
export const DRAFT_NOTIFICATION_TYPES = {
  draft_published: {
    topic: "pages",
    announced: pageDraftPublished,
    audience: EDITORS,
    isNews: isByItself,
    sentence: (facts, locale) => {
      const page = pageOf(facts);
      const left = missing(facts);
      if (left > 0)
        return `${page}: the draft is live, without changes that aren’t possible anymore: ${left.toLocaleString(locale)}`;
      return facts.data.why === "late"
        ? `${page}: the draft is live, later than planned, because nothing was running at its time`
        : `${page}: the draft is live`;
    },
    path: pathOf,
  },
  draft_reverted: {
    topic: "pages",
    announced: pageDraftReverted,
    audience: EDITORS,
    isNews: isByItself,
    sentence: (facts, locale) => {
      const page = pageOf(facts);
      const left = missing(facts);
      if (left > 0)
        return `${page}: the page is back to what it was, except for what isn’t possible anymore: ${left.toLocaleString(locale)}`;
      return facts.data.why === "late"
        ? `${page}: the page is back to what it was, later than planned, because nothing was running at its time`
        : `${page}: the page is back to what it was`;
    },
    path: pathOf,
  },
  draft_missed: {
    topic: "pages",
    announced: pageDraftMissed,
    audience: EDITORS,
    sentence: (facts) => {
      const page = pageOf(facts);
      const { to, why } = facts.data;
      if (to === "revert")
        return why === "LINK_LIMIT"
          ? `${page}: the page didn’t go back to what it was, because that has more links than fit`
          : `${page}: the page didn’t go back to what it was, because it’s in the trash`;
      if (why === "LINK_LIMIT") return `${page}: the draft isn’t live, because it has more links than fit`;
      if (why === "RETURN_TOO_EARLY")
        return `${page}: the draft didn’t go live, because nothing was running at its time`;
      return why === "PAGE_DRAFT_NOT_FOUND"
        ? `${page}: the draft isn’t live, because it’s in the trash`
        : `${page}: the draft isn’t live, because the page is in the trash`;
    },
    path: pathOf,
  },
} as const satisfies Record<string, NotificationType>;
