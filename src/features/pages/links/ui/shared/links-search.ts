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
  /** What another app shared with the installed dashboard: addresses, one a line. */
  shared?: string;
  /** How it comes, as the web app's manifest names it. */
  url?: undefined;
  text?: undefined;
  title?: undefined;
  /** What's searched. */
  q?: string;
  /** `page`: only on the selected page instead of on all of them. */
  on?: string;
  /** `yes` while links are being selected. */
  pick?: string;
}

export function parseLinksSearch(raw: RawSearch): LinksSearch {
  const shared = sharedAddress(searchTexts(raw, ["shared", "url", "text", "title"]));
  // One that's unknown shows everything there is to add.
  const { q, on, pick, edit, create } = searchTexts(raw, [
    "edit",
    "create",
    "q",
    "on",
    "pick",
  ]) as LinksSearch;
  return {
    ...(q && { q }),
    ...(on && { on }),
    ...(pick && { pick }),
    ...(edit && { edit }),
    ...(create && { create }),
    ...(shared && { shared, url: undefined, text: undefined, title: undefined }),
  };
}

/** Android's apps put the address into the text, with words around it. */
function sharedAddress({ shared, url, text, title }: Partial<Record<string, string>>): string | undefined {
  return shared ?? url ?? /https?:\/\/\S+/i.exec(text ?? "")?.[0] ?? text ?? title;
}
