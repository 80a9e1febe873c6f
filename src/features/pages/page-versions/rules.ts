/* The dashboard shows what follows from these. */

const MINUTE_MS = 60_000;

/** Of each page. */
export const VERSIONS_KEPT = 50;
/** The newest ones, none of which goes to make room. */
const NEWEST_KEPT = 20;

/** At most one version is kept in this time, however much is edited. */
export const VERSION_SPAN_MS = 3 * MINUTE_MS;
/** A state counts once nothing has changed for this long. */
export const EDITING_PAUSE_MS = 30_000;
/** Whoever edits without a pause gets a version after this many looks. */
export const LOOKS_MAX = 10;

/** The parts of a page that a version may differ in, besides its links. */
export const PAGE_PARTS = ["texts", "look", "socials", "settings"] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

const PARTS: Readonly<Record<string, PagePart>> = {
  name: "texts",
  display_name: "texts",
  public_notes: "texts",
  notes: "texts",
  profile_picture_url: "look",
  theme_settings: "look",
  background_image_url: "look",
  background_video_url: "look",
  overlay_color: "look",
  overlay_opacity: "look",
  qr_design: "look",
  social_platforms: "socials",
};

export function partOf(field: string): PagePart {
  return PARTS[field] ?? "settings";
}

interface Dated {
  id: string;
  /** ISO 8601. */
  made_at: string;
}

/**
 * Returns the versions, newest first, that go so that `VERSIONS_KEPT` stay: those with the nearest neighbors, so that
 * what's left is spread over all the time. The first and the newest ones always stay.
 */
export function surplusOf(versions: readonly Dated[]): string[] {
  const left = [...versions];
  const gone: string[] = [];
  while (left.length > VERSIONS_KEPT) {
    const at = nearestOf(left);
    gone.push(...left.splice(at, 1).map(({ id }) => id));
  }
  return gone;
}

function nearestOf(versions: readonly Dated[]): number {
  const gapAt = (at: number) =>
    Date.parse(versions[at - 1]?.made_at ?? "") - Date.parse(versions[at + 1]?.made_at ?? "");
  let nearest = NEWEST_KEPT;
  for (let at = NEWEST_KEPT; at < versions.length - 1; at++) if (gapAt(at) < gapAt(nearest)) nearest = at;
  return nearest;
}
