import type { LinkKind } from "#src/features/pages/links/blocks-contract.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";

/**
 * `yes`, `email` and `phone`: the form for a new link. `blocks`: what else there is to add. Otherwise that
 * block's form.
 */
export type Creation = LinkCreation | "blocks" | Exclude<LinkKind, "link">;
export type LinkCreation = "yes" | "email" | "phone";

export function isLinkCreation(creation: Creation | undefined): creation is LinkCreation {
  return creation === "yes" || creation === "email" || creation === "phone";
}

export interface LinksSearch {
  edit?: string;
  create?: Creation;
  /** What another app shared with the installed dashboard, as the web app's manifest names it. */
  url?: string;
  text?: string;
  /** What's searched. */
  q?: string;
  /** `page`: only on the selected page instead of on all of them. */
  on?: string;
  /** `yes` while links are being selected. */
  pick?: string;
}

export function parseLinksSearch(raw: RawSearch): LinksSearch {
  // One that's unknown shows everything there is to add.
  return searchTexts(raw, ["edit", "create", "q", "on", "pick", "url", "text"]) as LinksSearch;
}
