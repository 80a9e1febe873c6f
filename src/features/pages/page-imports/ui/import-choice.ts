import { useState } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import type { PageImport } from "../contract.ts";
import { leadsSomewhere, linkKey } from "../rules.ts";

type Item = PageImport["items"][number];

/** Which of a page's links a profile has already, and how many more fit. */
export interface Room {
  links: readonly Link[];
  /** Null for no limit. */
  limit: number | null;
}

/** Returns the keys of the items that the profile has already: the server decides the same way. */
export function knownKeys(items: readonly Item[], links: readonly Link[]): ReadonlySet<string> {
  const urls = new Set(links.map(({ url }) => linkKey(url)));
  const titles = new Set(links.map(({ title }) => title));
  const isKnown = ({ url, title }: Item) => (url === null ? titles.has(title) : urls.has(linkKey(url)));
  return new Set(items.filter((item) => leadsSomewhere(item) && isKnown(item)).map(({ key }) => key));
}

/** Returns the items that are ticked unless somebody changes it: the first new ones that fit. */
export function fittingKeys(
  items: readonly Item[],
  known: ReadonlySet<string>,
  { links, limit }: Room,
): Set<string> {
  const fresh = items.filter((item) => leadsSomewhere(item) && !known.has(item.key));
  const room = limit === null ? fresh.length : Math.max(0, limit - links.length);
  return new Set(fresh.slice(0, room).map(({ key }) => key));
}

/** Ticks for one profile. Another profile starts with its own. */
export function useChoice(items: readonly Item[], room: Room, profileId: string) {
  const [ticks, setTicks] = useState<{ of: string; keys: ReadonlySet<string> }>();
  const known = knownKeys(items, room.links);
  const chosen = ticks?.of === profileId ? ticks.keys : fittingKeys(items, known, room);
  const choose = (keys: ReadonlySet<string>) => setTicks({ of: profileId, keys });
  return {
    known,
    chosen,
    toggle(key: string) {
      const keys = new Set(chosen);
      if (!keys.delete(key)) keys.add(key);
      choose(keys);
    },
    chooseAll: () => choose(fittingKeys(items, known, { ...room, limit: null })),
    chooseNone: () => choose(new Set()),
  };
}
