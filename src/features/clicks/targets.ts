import { sql } from "drizzle-orm";
import { IS_BANNED } from "#src/features/accounts/tables.ts";
import { isBrokenTest, isGated, type LinkWays } from "#src/features/links/page/ways.ts";
import { pageChanged } from "#src/features/profiles/events.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Platform } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";

export interface ProfileTarget {
  profile_id: string;
  user_id: string;
}

export interface LinkTarget extends ProfileTarget {
  link_id: string;
  /** Where the link leads, ready for a header; undefined while the link or its profile is hidden. */
  location: string | undefined;
  /** What stands before the URL; undefined for a link that leads everyone there at once. */
  gate: LinkGate | undefined;
}

/** What a gated link may ask and show its visitors, and where it may send them. */
export interface LinkGate extends LinkWays {
  show_adult_warning: boolean;
  /** The page that the link is on. */
  username: string;
  /** Where visitors go who cancel the adult warning, if customer rescue is on. */
  rescue_url: string | null;
}

/** Whose an event is. Deleted links and profiles aren't found. Answers without waiting when it remembers. */
export interface Targets {
  findLink(id: string): Promise<LinkTarget | undefined> | LinkTarget | undefined;
  findProfile(id: string): Promise<ProfileTarget | undefined> | ProfileTarget | undefined;
}

interface ProfileEntry {
  profile: ProfileTarget;
  links: LinkTarget[];
}

interface Row extends Omit<LinkGate, "id"> {
  profile_id: string;
  user_id: string;
  is_active: boolean;
  link_id: string | null;
  is_visible: boolean | null;
}

const ENTRIES_MAX = 50_000;

/** Remembers whole profiles with their links; an edit on any node drops the profile before its writer is answered. */
export function createTargets(platform: Platform, { entriesMax = ENTRIES_MAX } = {}): Targets {
  const profiles = new Map<string, ProfileEntry>();
  const links = new Map<string, LinkTarget>();
  const loading = new Map<string, Promise<ProfileEntry | undefined>>();
  let generation = 0;

  platform.signals.on(pageChanged, ({ profile_id }) => {
    stopLoading();
    drop(profile_id);
  });
  platform.signals.onGap(() => {
    stopLoading();
    profiles.clear();
    links.clear();
  });

  /** What is being read may be older than the edit: whoever waits for it gets it, and nobody after them. */
  function stopLoading(): void {
    generation++;
    loading.clear();
  }

  function drop(profileId: string): void {
    const entry = profiles.get(profileId);
    profiles.delete(profileId);
    for (const link of entry?.links ?? []) links.delete(link.link_id);
  }

  function keep(entry: ProfileEntry): void {
    drop(entry.profile.profile_id);
    profiles.set(entry.profile.profile_id, entry);
    for (const link of entry.links) links.set(link.link_id, link);
    for (const [oldest] of profiles) {
      if (profiles.size + links.size <= entriesMax || profiles.size === 1) break;
      drop(oldest);
    }
  }

  function load(by: "link" | "profile", id: string): Promise<ProfileEntry | undefined> {
    const key = `${by} ${id}`;
    const known = loading.get(key);
    if (known) return known;
    const begun = generation;
    const entry = loadEntry(platform, by, id).then((found) => {
      if (found && begun === generation) keep(found);
      return found;
    });
    loading.set(key, entry);
    const done = () => {
      if (loading.get(key) === entry) loading.delete(key);
    };
    entry.then(done, done);
    return entry;
  }

  return {
    findLink(text) {
      const id = text.toLowerCase();
      const known = links.get(id);
      if (known || !isId(id)) return known;
      return load("link", id).then((entry) => entry?.links.find((link) => link.link_id === id));
    },
    findProfile(text) {
      const id = text.toLowerCase();
      const known = profiles.get(id);
      if (known || !isId(id)) return known?.profile;
      return load("profile", id).then((entry) => entry?.profile);
    },
  };
}

async function loadEntry(
  { db }: Platform,
  by: "link" | "profile",
  id: string,
): Promise<ProfileEntry | undefined> {
  const profileId =
    by === "profile"
      ? sql`${id}`
      : sql`(select profile_id from links where id = ${id} and deleted_at is null)`;
  const rows = await rowsOf<Row>(
    db,
    sql`select p.id as profile_id, p.user_id, p.status = 'active' and not ${sql.raw(IS_BANNED)} as is_active, p.username,
          case when p.customer_rescue_enabled then p.customer_rescue_url end as rescue_url,
          l.id as link_id, l.url, l.is_visible, l.show_adult_warning, l.is_ab_test, l.link_a, l.link_b, l.ab_split_ratio,
          l.geo_restrictions, l.geo_blocked_fallback_url
        from client_profiles p join users u on u.id = p.user_id
          left join links l on l.profile_id = p.id and l.deleted_at is null
        where p.id = ${profileId} and p.deleted_at is null`,
  );
  const [first] = rows;
  if (!first) return undefined;
  const { profile_id, user_id } = first;
  const found = rows.flatMap((row) => (row.link_id === null ? [] : [toTarget(row, row.link_id)]));
  return { profile: { profile_id, user_id }, links: found };
}

function toTarget(row: Row, link_id: string): LinkTarget {
  const { profile_id, user_id, is_active, is_visible, ...gate } = row;
  const isShown = is_active && is_visible && !isBrokenTest(row);
  return {
    profile_id,
    user_id,
    link_id,
    location: isShown ? locationOf(row.url) : undefined,
    gate: isGated(row) ? { ...gate, id: link_id } : undefined,
  };
}

/** The URL as stored, or its ASCII form if it has letters that no header can carry. */
export function locationOf(url: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(url) ? url : URL.parse(url)?.href;
}
