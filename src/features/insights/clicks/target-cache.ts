import { accountClosed } from "#src/features/identity/accounts/signals.ts";
import { isBrokenTest, isGated } from "#src/features/pages/links/page/destination.ts";
import { findLinkByName } from "#src/features/pages/links/short-names/short-names.ts";
import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import { isId } from "#src/lib/endpoint.ts";
import { textLanguage } from "#src/lib/text-language.ts";
import type { Platform } from "#src/platform/context.ts";
import { type LinkGate, listTargetRows, type TargetRow } from "./target-store.ts";

export interface ProfileTarget {
  profile_id: string;
  user_id: string;
}

export interface LinkTarget extends ProfileTarget {
  link_id: string;
  /** The link's URL, ready for a header; undefined while the link or its profile is hidden. */
  location: string | undefined;
  /** The conditions before the URL. Undefined for a link that takes everyone straight there. */
  gate: LinkGate | undefined;
}

interface ProfileEntry {
  profile: ProfileTarget;
  links: LinkTarget[];
  /** Under which names its links have been found. */
  names: string[];
}

const ENTRIES_MAX = 50_000;

/**
 * Caches the owners of events, as whole profiles with their links. An edit on any node drops the profile
 * before the editor gets a response. Deleted links and profiles aren't found.
 */
export class TargetCache {
  readonly #platform: Platform;
  readonly #entriesMax: number;
  readonly #profiles = new Map<string, ProfileEntry>();
  readonly #links = new Map<string, LinkTarget>();
  readonly #names = new Map<string, LinkTarget>();
  readonly #loading = new Map<string, Promise<ProfileEntry | undefined>>();
  #generation = 0;

  constructor(platform: Platform, { entriesMax = ENTRIES_MAX } = {}) {
    this.#platform = platform;
    this.#entriesMax = entriesMax;
    platform.signals.on(pageChanged, ({ profile_id }) => {
      this.#stopLoading();
      this.#drop(profile_id);
    });
    platform.signals.on(accountClosed, () => this.#dropAll());
    platform.signals.onGap(() => this.#dropAll());
  }

  /** Returns synchronously if it's cached. */
  findLink(text: string): Promise<LinkTarget | undefined> | LinkTarget | undefined {
    const id = text.toLowerCase();
    const known = this.#links.get(id);
    if (known || !isId(id)) return known;
    return this.#load("link", id).then((entry) => entry?.links.find((link) => link.link_id === id));
  }

  /** Finds a link by its short name: at an owner's domain among theirs, elsewhere among everyone's. */
  findNamed(
    name: string,
    account: string | undefined,
  ): Promise<LinkTarget | undefined> | LinkTarget | undefined {
    return this.#names.get(nameKey(name, account)) ?? this.#loadNamed(name, account);
  }

  async #loadNamed(name: string, account: string | undefined): Promise<LinkTarget | undefined> {
    const begun = this.#generation;
    const id = await findLinkByName(this.#platform, { name, account });
    const link = id === undefined ? undefined : await this.findLink(id);
    const entry = link && begun === this.#generation ? this.#profiles.get(link.profile_id) : undefined;
    const key = nameKey(name, account);
    if (link && entry && !this.#names.has(key)) {
      entry.names.push(key);
      this.#names.set(key, link);
    }
    return link;
  }

  findProfile(text: string): Promise<ProfileTarget | undefined> | ProfileTarget | undefined {
    const id = text.toLowerCase();
    const known = this.#profiles.get(id);
    if (known || !isId(id)) return known?.profile;
    return this.#load("profile", id).then((entry) => entry?.profile);
  }

  /**
   * A load in progress may be older than the edit: callers already waiting get its result, and nobody after
   * them.
   */
  #stopLoading(): void {
    this.#generation++;
    this.#loading.clear();
  }

  #dropAll(): void {
    this.#stopLoading();
    this.#profiles.clear();
    this.#links.clear();
    this.#names.clear();
  }

  #drop(profileId: string): void {
    const entry = this.#profiles.get(profileId);
    this.#profiles.delete(profileId);
    for (const link of entry?.links ?? []) this.#links.delete(link.link_id);
    for (const name of entry?.names ?? []) this.#names.delete(name);
  }

  #keep(entry: ProfileEntry): void {
    this.#drop(entry.profile.profile_id);
    this.#profiles.set(entry.profile.profile_id, entry);
    for (const link of entry.links) this.#links.set(link.link_id, link);
    for (const [oldest] of this.#profiles) {
      if (this.#profiles.size + this.#links.size <= this.#entriesMax || this.#profiles.size === 1) break;
      this.#drop(oldest);
    }
  }

  #load(by: "link" | "profile", id: string): Promise<ProfileEntry | undefined> {
    const key = `${by} ${id}`;
    const known = this.#loading.get(key);
    if (known) return known;
    const begun = this.#generation;
    const entry = loadEntry(this.#platform, by, id).then((found) => {
      if (found && begun === this.#generation) this.#keep(found);
      return found;
    });
    this.#loading.set(key, entry);
    const done = () => {
      if (this.#loading.get(key) === entry) this.#loading.delete(key);
    };
    entry.then(done, done);
    return entry;
  }
}

const nameKey = (name: string, account: string | undefined) => `${account ?? ""} ${name}`;

async function loadEntry(
  { db }: Platform,
  by: "link" | "profile",
  id: string,
): Promise<ProfileEntry | undefined> {
  const rows = await listTargetRows(db, by, id);
  const [first] = rows;
  if (!first) return undefined;
  const { profile_id, user_id } = first;
  const language = languageOf(rows);
  const found = rows.flatMap((row) => (row.link_id === null ? [] : [toTarget(row, row.link_id, language)]));
  return { profile: { profile_id, user_id }, links: found, names: [] };
}

/** Only gated links show texts to visitors. */
function languageOf(rows: readonly TargetRow[]): string {
  if (!rows.some(isGated)) return "";
  return textLanguage([rows[0]?.about, ...rows.map(({ title }) => title)].filter(Boolean).join(". "));
}

function toTarget(row: TargetRow, link_id: string, language: string): LinkTarget {
  const { profile_id, user_id, is_shown, about: _, title: __, ...gate } = row;
  return {
    profile_id,
    user_id,
    link_id,
    location: is_shown && !isBrokenTest(row) ? locationOf(row.url) : undefined,
    gate: isGated(row) ? { ...gate, id: link_id, language } : undefined,
  };
}

/** Returns the URL as stored, or its ASCII form if it has letters that no header can carry. */
export function locationOf(url: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(url) ? url : URL.parse(url)?.href;
}
