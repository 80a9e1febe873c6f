import type { ItemKind, ItemNote } from "../rules.ts";

/** A link, heading, or group as a page has it: nothing is checked yet. */
export interface FoundItem {
  kind?: ItemKind | undefined;
  title?: string | undefined;
  url?: string | undefined;
  description?: string | undefined;
  picture?: string | undefined;
  /** The name of one of our icons. */
  icon?: string | undefined;
  /** The id that `parent` of others names. */
  id?: string | undefined;
  parent?: string | undefined;
  position?: number | undefined;
  isHidden?: boolean | undefined;
  isAdult?: boolean | undefined;
  note?: ItemNote | undefined;
  /** Everything else about it, from an export of ours. */
  own?: Readonly<Record<string, unknown>> | undefined;
}

export interface FoundSocial {
  platform: string;
  url: string;
}

/** Colors in any form, and words for a button's look. */
export interface FoundLook {
  background?: string | undefined;
  text?: string | undefined;
  button?: string | undefined;
  buttonText?: string | undefined;
  buttonWords?: string | undefined;
}

/** What a parser finds on a page, in the page's order and words. */
export interface FoundPage {
  name?: string | undefined;
  bio?: string | undefined;
  picture?: string | undefined;
  socials?: FoundSocial[] | undefined;
  items: FoundItem[];
  look?: FoundLook | undefined;
  /** The profile's own fields, from an export of ours. */
  own?: Readonly<Record<string, unknown>> | undefined;
}
