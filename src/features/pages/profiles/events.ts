import * as z from "zod";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";
import { markPayload, markSentence, PAGE_SENTENCES } from "./staff-marks/sentence-rules.ts";

export const profileEvents = eventList("profile");

/** The subject is the profile, except where noted. */
export const profileCreated = profileEvents.add("profile.created", {
  sentence: "Created a profile",
  webhook: { label: "A profile was created", permission: "profiles.see" },
});

/** The subject is the copy. */
export const profileDuplicated = profileEvents.add("profile.duplicated", {
  payload: z.object({ source_id: z.string() }),
  sentence: "Duplicated a profile",
  webhook: {
    label: "A profile was duplicated",
    permission: "profiles.see",
    example: { source_id: EXAMPLE_ID },
  },
});

/** `fields` are the columns that changed. A new username is announced as `profile.renamed`. */
export const profileUpdated = profileEvents.add("profile.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a profile"),
  webhook: { label: "A profile was edited", permission: "profiles.see", example: { fields: ["bio"] } },
});

export const profileRenamed = profileEvents.add("profile.renamed", {
  payload: z.object({ from: z.string(), to: z.string() }),
  sentence: ({ from, to }) =>
    typeof from === "string" ? `Changed a username from ${from} to ${to}` : "Changed a username",
  webhook: {
    label: "A username was changed",
    permission: "profiles.see",
    example: { from: "mia", to: "newmia" },
  },
});

export const profileStatusChanged = profileEvents.add("profile.status_changed", {
  payload: z.object({ status: z.enum(["active", "inactive"]) }),
  sentence: ({ status }) => (status === "active" ? "Activated a profile" : "Deactivated a profile"),
  webhook: {
    label: "A page was turned on or off",
    permission: "profiles.see",
    example: { status: "active" },
  },
});

export const profileDeleted = profileEvents.add("profile.deleted", {
  sentence: "Moved a profile to the trash",
  webhook: { label: "A profile was moved to the trash", permission: "profiles.see" },
});

export const profileRestored = profileEvents.add("profile.restored", {
  sentence: "Restored a profile from the trash",
  webhook: { label: "A profile was restored", permission: "profiles.see" },
});

/** Its time in the trash is over and its row is gone. Other slices now delete what they store about it. */
export const profilePurged = profileEvents.add("profile.purged", {
  sentence: "Deleted a profile forever after 30 days in the trash",
});

/** The subject is the theme. */
export const themeSaved = profileEvents.add("theme.saved", { sentence: "Saved a theme" });

export const themeDeleted = profileEvents.add("theme.deleted", { sentence: "Deleted a theme" });

const named = z.object({ name: z.string() });

/** Staff offered a theme to everyone, or took it back. The account is the instance, the subject the theme. */
export const themeOffered = profileEvents.add("theme.offered", {
  payload: named,
  sentence: ({ name }) =>
    typeof name === "string" ? `Offered a theme to everyone: ${name}` : "Offered a theme to everyone",
});

export const themeTakenBack = profileEvents.add("theme.taken_back", {
  payload: named,
  sentence: ({ name }) =>
    typeof name === "string"
      ? `Took back a theme that everyone was offered: ${name}`
      : "Took back a theme that everyone was offered",
});

/** The subject is the page, or the account if there are several. */
export const pagesMarkedByStaff = profileEvents.add("profile.marked_by_staff", {
  payload: markPayload,
  sentence: (payload, locale) => markSentence(PAGE_SENTENCES, payload, locale),
});
