/*
 * What staff hid on a page stays hidden there if its owner types the address again: the mark of the one link goes to
 * each other that leads to the same place, until staff lift it.
 */
import type { StaffMark } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import type { Platform } from "#src/platform/context.ts";
import { plainUrl } from "../targets/targets.ts";
import {
  listHiddenLinks,
  listLinksLike,
  listShownLinks,
  type MarkedAddresses,
  updateHidden,
} from "./hidden-store.ts";

type Addresses = readonly (string | null)[];

/** Hides what leads to an address that's hidden on its page, in the caller's transaction. Returns the new marks by link. */
export async function keepHidden(
  { db }: Platform,
  pages: readonly string[],
): Promise<ReadonlyMap<string, StaffMark>> {
  const hidden = await listHiddenLinks(db, pages);
  const marks = new Map<string, StaffMark>();
  if (hidden.length === 0) return marks;
  const byPlace = new Map(
    hidden.flatMap((link) => placesOf(link).map((place) => [`${link.profile_id} ${place}`, link.mark])),
  );
  for (const { id, profile_id, addresses } of await listShownLinks(db, pages)) {
    const found = plain(addresses).flatMap((place) => byPlace.get(`${profile_id} ${place}`) ?? [])[0];
    if (found) marks.set(id, found);
  }
  await updateHidden(db, marks);
  return marks;
}

/** The links that were hidden by the same decision as one of these, because they lead to the same place. */
export async function listHiddenWith(
  { db }: Pick<Platform, "db">,
  ids: readonly string[],
): Promise<string[]> {
  const likely = await listLinksLike(db, ids);
  const known = new Set(ids);
  const key = (link: MarkedAddresses, place: string) =>
    [link.profile_id, link.mark.at, link.mark.case ?? "", place].join(" ");
  const lifted = new Set(
    likely
      .filter(({ id }) => known.has(id))
      .flatMap((link) => placesOf(link).map((place) => key(link, place))),
  );
  return likely
    .filter((link) => !known.has(link.id) && placesOf(link).some((place) => lifted.has(key(link, place))))
    .map(({ id }) => id);
}

/** Where a link led when it was hidden, whatever its owner made of it since. */
function placesOf({ mark, addresses }: MarkedAddresses): string[] {
  return plain(mark.urls ?? addresses);
}

function plain(addresses: Addresses): string[] {
  return addresses.flatMap((address) => (address ? (plainUrl(unescaped(address)) ?? []) : []));
}

/** `%61` is another way to write `a`. */
function unescaped(address: string): string {
  return address.replace(/%(?:2d|2e|5f|7e|3\d|[46][1-9a-f]|[57][\da])/gi, (code) => {
    const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : code;
  });
}
