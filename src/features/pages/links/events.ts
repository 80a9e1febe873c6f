import * as z from "zod";
import { STAFF_MARKS } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import {
  LINK_SENTENCES,
  markPayload,
  markSentence,
  PAGE_SENTENCES,
} from "#src/features/pages/profiles/staff-marks/sentence-rules.ts";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";
import { changedFields, formatCount } from "#src/lib/event-sentences.ts";

export const linkEvents = eventList("link");

const onProfile = z.object({ profile_id: z.string() });

/** The subject is the link, except where noted. */
export const linkCreated = linkEvents.add("link.created", {
  payload: onProfile,
  sentence: "Added a link",
  webhook: { label: "A link was added", permission: "links.see", example: { profile_id: EXAMPLE_ID } },
});

/** The subject is the copy. */
export const linkDuplicated = linkEvents.add("link.duplicated", {
  payload: onProfile.extend({ source_id: z.string() }),
  sentence: "Duplicated a link",
  webhook: {
    label: "A link was duplicated",
    permission: "links.see",
    example: { profile_id: EXAMPLE_ID, source_id: EXAMPLE_ID },
  },
});

/** `fields` are the columns that changed. */
export const linkUpdated = linkEvents.add("link.updated", {
  payload: onProfile.extend({ fields: z.array(z.string()) }),
  sentence: changedFields("a link"),
  webhook: {
    label: "A link was edited",
    permission: "links.see",
    example: { profile_id: EXAMPLE_ID, fields: ["title"] },
  },
});

export const linkDeleted = linkEvents.add("link.deleted", {
  payload: onProfile,
  sentence: "Deleted a link",
  webhook: { label: "A link was deleted", permission: "links.see", example: { profile_id: EXAMPLE_ID } },
});

export const linkRestored = linkEvents.add("link.restored", {
  payload: onProfile,
  sentence: "Restored a link",
  webhook: { label: "A link was restored", permission: "links.see", example: { profile_id: EXAMPLE_ID } },
});

const DONE: Readonly<Record<string, string>> = {
  tag: "Tagged",
  untag: "Took a tag off",
  folder: "Changed the folder of",
  show: "Showed",
  hide: "Hid",
  schedule: "Changed the schedule of",
  delete: "Deleted",
  move: "Moved",
};

const manyLinks = z.object({
  /** `tag`, `untag`, `folder`, `show`, `hide`, `schedule`, `delete`, `move`, `replace_domain` or `replace_text`. */
  action: z.string(),
  count: z.number(),
  /** The pages that they’re on. */
  profile_ids: z.array(z.string()),
});
const MANY_EXAMPLE = { action: "hide", count: 12, profile_ids: [EXAMPLE_ID] };

/** The subject is the account, here and in the next one. */
export const linksChanged = linkEvents.add("links.changed", {
  payload: manyLinks,
  sentence: ({ action, count }, locale) =>
    `${DONE[String(action)] ?? "Replaced text in"} ${formatCount(count, locale, "many")} links`,
  webhook: { label: "Many links were changed at once", permission: "links.see", example: MANY_EXAMPLE },
});

export const linksChangeUndone = linkEvents.add("links.change_undone", {
  payload: manyLinks,
  sentence: ({ count }, locale) => `Undid a change of ${formatCount(count, locale, "many")} links`,
  webhook: { label: "A change of many links was undone", permission: "links.see", example: MANY_EXAMPLE },
});

/** The subject is the profile. */
export const linksReordered = linkEvents.add("links.reordered", {
  sentence: "Changed the order of the links",
  webhook: { label: "Links were put in another order", permission: "links.see" },
});

/** The subject is one of the links. `broken` is how many of them the account is told of at once. */
export const linksDied = linkEvents.add("links.died", {
  payload: z.object({ broken: z.number(), profile_id: z.string().optional() }),
  sentence: ({ broken }, locale) =>
    broken === 1
      ? "Noticed that a link doesn’t work"
      : `Noticed that ${formatCount(broken, locale, "some")} links don’t work`,
});

/** The subject is the template in both. */
export const utmTemplateSaved = linkEvents.add("utm-template.saved", { sentence: "Saved a UTM template" });
export const utmTemplateRemoved = linkEvents.add("utm-template.removed", {
  sentence: "Removed a UTM template",
});

/** The subject is the link, or the account if there are several. */
export const linksMarkedByStaff = linkEvents.add("link.marked_by_staff", {
  payload: markPayload,
  sentence: (payload, locale) => markSentence(LINK_SENTENCES, payload, locale),
});

const staffChange = z.object({
  of: z.enum(["pages", "links"]),
  mark: z.enum(STAFF_MARKS),
  is_on: z.boolean(),
  reason: z.string(),
  host: z.string().nullable(),
  count: z.number(),
});

/** Staff began to do something to many pages or links. The subject is the change, here and in the next one. */
export const staffChangeStarted = linkEvents.add("staff_change.started", {
  payload: staffChange,
  sentence: ({ of, ...payload }, locale) =>
    markSentence(of === "pages" ? PAGE_SENTENCES : LINK_SENTENCES, payload, locale),
});

export const staffChangeEnded = linkEvents.add("staff_change.ended", {
  payload: staffChange.pick({ of: true, count: true }),
  sentence: ({ of, count }, locale) =>
    of === "pages"
      ? `Was done with ${formatCount(count, locale, "some")} pages`
      : `Was done with ${formatCount(count, locale, "some")} links`,
});
