import type { LinkAction, SkipReason } from "#src/features/pages/links/bulk/bulk-rules.ts";
import { plural } from "#src/kit/plural.ts";

/** Why some of the selected links stay as they are. */
const SKIPPED: Readonly<Record<SkipReason | "not found", (count: number) => string>> = {
  "already tagged": (count) => plural(count, "link already has this tag", "links already have this tag"),
  "with 20 tags": (count) => plural(count, "link has 20 tags already", "links have 20 tags already"),
  "without the tag": (count) => plural(count, "link doesn’t have this tag", "links don’t have this tag"),
  "already there": (count) => plural(count, "link is there already", "links are there already"),
  "already shown": (count) => plural(count, "link is shown already", "links are shown already"),
  "already hidden": (count) => plural(count, "link is hidden already", "links are hidden already"),
  "with that schedule": (count) => plural(count, "link has this schedule", "links have this schedule"),
  "without a schedule, being blocks": (count) =>
    plural(count, "block can’t have a schedule", "blocks can’t have a schedule"),
  "staying on their page, being groups or sign-up forms": (count) =>
    plural(count, "group or sign-up form stays", "groups and sign-up forms stay"),
  "for which the page has no room": (count) =>
    plural(count, "link has no room on that page", "links have no room on that page"),
  "without that text": (count) => plural(count, "link doesn’t have this text", "links don’t have this text"),
  "without that domain": (count) => plural(count, "link leads elsewhere", "links lead elsewhere"),
  "with an address that would be invalid": (count) =>
    plural(count, "URL wouldn’t work anymore", "URLs wouldn’t work anymore"),
  "leading to themselves then": (count) =>
    plural(count, "link would lead to itself", "links would lead to themselves"),
  "with a short name of their page’s domain": (count) =>
    plural(
      count,
      "link has a short name that works only at its page’s domain",
      "links have short names that work only at their page’s domain",
    ),
  "with a title that would be empty or too long": (count) =>
    plural(count, "title would be empty or too long", "titles would be empty or too long"),
  "not found": (count) => plural(count, "link is gone", "links are gone"),
};

export function skippedWords(reason: string, count: number): string {
  return (
    SKIPPED[reason as SkipReason]?.(count) ?? plural(count, "link stays as it is", "links stay as they are")
  );
}

/** The dialogs' titles, for some links. */
export const TITLES: Readonly<Record<LinkAction, string>> = {
  tag: "Tag links",
  untag: "Tag links",
  folder: "Put links into a folder",
  show: "Show links",
  hide: "Hide links",
  schedule: "Schedule links",
  delete: "Delete links",
  move: "Move links to another page",
  replace_domain: "Replace in links",
  replace_text: "Replace in links",
};

/** What a button does. */
export function verbWords(action: LinkAction, count: number): string {
  switch (action) {
    case "tag":
      return `Tag ${plural(count, "link")}`;
    case "delete":
      return `Delete ${plural(count, "link")}`;
    case "show":
      return `Show ${plural(count, "link")}`;
    case "hide":
      return `Hide ${plural(count, "link")}`;
    case "move":
      return `Move ${plural(count, "link")}`;
    default:
      return `Change ${plural(count, "link")}`;
  }
}

/** What was done. */
export function doneWords(action: LinkAction, count: number): string {
  switch (action) {
    case "tag":
      return plural(count, "link tagged", "links tagged");
    case "delete":
      return plural(count, "link deleted", "links deleted");
    case "show":
      return plural(count, "link shown", "links shown");
    case "hide":
      return plural(count, "link hidden", "links hidden");
    case "move":
      return plural(count, "link moved", "links moved");
    default:
      return plural(count, "link changed", "links changed");
  }
}
