/* What a page becomes here: checked, cleaned, in order, and each link once. */
import { BIO_CHARS_MAX, NAME_CHARS_MAX } from "#src/features/pages/profiles/contract.ts";
import { SOCIAL_PLATFORMS } from "#src/features/pages/profiles/rules.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { ImportedItem, ImportedPage } from "../contract.ts";
import { ITEMS_MAX, leadsSomewhere, linkKey } from "../rules.ts";
import type { FoundItem, FoundPage, FoundSocial } from "./found-page.ts";
import { lookOf } from "./look.ts";
import { isNoise } from "./noise.ts";
import type { PageParser } from "./page-parser.ts";

const TITLE_CHARS_MAX = 200;
const DESCRIPTION_CHARS_MAX = 500;
const SOCIALS_MAX = 50;
/** A hostile page has a million of them. */
const LOOKED_AT_MAX = 20_000;

export interface Origin {
  parser: PageParser;
  address: URL | undefined;
}

export function settlePage(found: FoundPage, origin: Origin): ImportedPage {
  const { socials, others } = splitSocials(found.socials ?? [], origin);
  const settler = new Settler(origin, found.own !== undefined);
  for (const item of arranged([...found.items.slice(0, LOOKED_AT_MAX), ...others])) settler.add(item);
  const { items, left_out } = settler.finish();
  return {
    service: { key: origin.parser.key, label: origin.parser.label, confidence: origin.parser.confidence },
    address: origin.address?.href ?? null,
    name: line(found.name, NAME_CHARS_MAX),
    bio: text(found.bio, BIO_CHARS_MAX),
    picture: pictureUrl(found.picture, origin.address),
    socials,
    items,
    look: found.own ? null : lookOf(found.look),
    left_out,
    own: found.own ? { ...found.own } : null,
  };
}

/** Puts each group's items after it, in the order of their positions. */
function arranged(found: readonly FoundItem[]): FoundItem[] {
  const groups = new Set(found.flatMap(({ kind, id }) => (kind === "group" && id !== undefined ? [id] : [])));
  const isTop = ({ kind, parent }: FoundItem) =>
    kind === "group" || parent === undefined || !groups.has(parent);
  const children = Map.groupBy(
    found.filter((item) => !isTop(item)),
    ({ parent }) => parent ?? "",
  );
  const top = byPosition(found.filter(isTop)).map((item) => ({ ...item, parent: undefined }));
  return top.flatMap((item) => [
    item,
    ...byPosition(item.kind === "group" ? (children.get(item.id ?? "") ?? []) : []),
  ]);
}

/** Where not all say their position, the list's own order counts. */
function byPosition(items: readonly FoundItem[]): FoundItem[] {
  if (!items.every(({ position }) => position !== undefined)) return [...items];
  return items.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

class Settler {
  readonly #origin: Origin;
  /** Our own exports have nothing of a service on them, and may have a link twice. */
  readonly #isOwn: boolean;
  readonly #items: ImportedItem[] = [];
  readonly #known = new Set<string>();
  readonly #keys = new Map<string, string>();
  readonly #left = { duplicates: 0, service_links: 0, unusable: 0, beyond_limit: 0 };

  constructor(origin: Origin, isOwn: boolean) {
    this.#origin = origin;
    this.#isOwn = isOwn;
  }

  add(item: FoundItem): void {
    const kind = item.kind ?? "link";
    const isLink = leadsSomewhere({ kind });
    const title = line(item.title, TITLE_CHARS_MAX);
    const url = isLink ? this.#urlOf(item, title ?? "") : null;
    if ((isLink && url === undefined) || (!isLink && title === null)) return;
    if (this.#items.length >= ITEMS_MAX) {
      this.#left.beyond_limit++;
      return;
    }
    const key = String(this.#items.length + 1);
    if (kind === "group" && item.id !== undefined) this.#keys.set(item.id, key);
    const isMissing = isLink && url === null;
    this.#items.push({
      key,
      kind,
      title: title ?? hostOf(url ?? "") ?? "Link",
      url: url ?? null,
      description: isLink ? text(item.description, DESCRIPTION_CHARS_MAX) : null,
      picture: isLink ? pictureUrl(item.picture, this.#origin.address) : null,
      icon: iconOf(item.icon),
      group: item.parent === undefined ? null : (this.#keys.get(item.parent) ?? null),
      is_hidden: item.isHidden === true || isMissing,
      show_adult_warning: item.isAdult === true,
      note: isMissing
        ? "no_url"
        : (item.note ?? (item.isAdult ? "adult" : item.isHidden && !this.#isOwn ? "off" : null)),
      own: item.own ? { ...item.own } : null,
    });
  }

  /** Null for a link behind a gate, whose URL the page doesn't have; undefined for one that's left out. */
  #urlOf(item: FoundItem, title: string): string | null | undefined {
    const raw = item.url?.trim() ?? "";
    if (raw === "") {
      if (item.note !== undefined && item.note !== "off" && title !== "")
        return this.#once(`locked ${title}`) ? null : undefined;
      this.#left.unusable++;
      return undefined;
    }
    const url = absoluteUrl(raw, this.#origin.address);
    const checked = url === undefined ? undefined : checkUrl(url);
    if (!checked?.ok) {
      this.#left.unusable++;
      return undefined;
    }
    const { parser, address } = this.#origin;
    const parsed = URL.parse(checked.url);
    if (!this.#isOwn && parsed && isNoise({ url: parsed, title, page: address, hosts: parser.hosts ?? [] })) {
      this.#left.service_links++;
      return undefined;
    }
    return this.#isOwn || this.#once(linkKey(checked.url)) ? checked.url : undefined;
  }

  #once(key: string): boolean {
    if (this.#known.has(key)) {
      this.#left.duplicates++;
      return false;
    }
    this.#known.add(key);
    return true;
  }

  finish(): Pick<ImportedPage, "items" | "left_out"> {
    const used = new Set(this.#items.flatMap(({ group }) => group ?? []));
    return {
      items: this.#items.filter(({ kind, key }) => kind !== "group" || used.has(key)),
      left_out: this.#left,
    };
  }
}

const PLATFORMS: ReadonlySet<string> = new Set(SOCIAL_PLATFORMS);
const NAMES: Readonly<Record<string, string>> = {
  email: "E-mail",
  github: "GitHub",
  website: "Website",
  phone: "Phone",
};

/** Accounts on platforms that we have a mark for stay social accounts; others become links. */
function splitSocials(found: readonly FoundSocial[], { address }: Origin) {
  const socials = new Map<string, FoundSocial>();
  const others: FoundItem[] = [];
  for (const { platform, url } of found.slice(0, 500)) {
    const name = platform.trim().toLowerCase();
    const checked = checkUrl(absoluteUrl(url, address) ?? url);
    if (!checked.ok) continue;
    if (!PLATFORMS.has(name)) {
      const title = Object.hasOwn(NAMES, name) ? NAMES[name] : name.replaceAll("_", " ");
      others.push({ url: checked.url, title: title && title[0]?.toUpperCase() + title.slice(1) });
    } else if (socials.size < SOCIALS_MAX) {
      const key = linkKey(checked.url);
      if (!socials.has(key))
        socials.set(key, { platform: name === "twitter" ? "x" : name, url: checked.url });
    }
  }
  return { socials: [...socials.values()], others };
}

/** Apps send visitors through pages of their own, which name the real one. */
function unwrapped(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^lm?\.(?:instagram|facebook)\.com$/.test(parsed.hostname)) return url;
  const inner = parsed.searchParams.get("u");
  return inner !== null && /^https?:/.test(inner) ? inner : url;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** A URL on a page may be relative to it. Without a scheme, `host/path` is only one where nothing else makes sense. */
function absoluteUrl(raw: string, page: URL | undefined): string | undefined {
  const trimmed = raw.trim();
  if (trimmed.startsWith("#") || trimmed === "") return undefined;
  if (SCHEME.test(trimmed) || trimmed.startsWith("//")) return unwrapped(trimmed);
  if (!/^[./?]/.test(trimmed) && /^[^/?#\s]+\.[a-z]{2,}(?:[/?#:]|$)/i.test(trimmed)) return trimmed;
  return page === undefined ? undefined : URL.parse(trimmed, page.href)?.href;
}

function pictureUrl(raw: string | undefined, page: URL | undefined): string | null {
  if (raw === undefined || raw.length > 2048 || raw.startsWith("data:")) return null;
  // A picture of ours is named by its path alone.
  if (page === undefined && raw.startsWith("/media/")) return raw;
  const url = URL.parse(raw.trim(), page?.href);
  return url && /^https?:$/.test(url.protocol) && url.username === "" ? url.href : null;
}

const line = (raw: string | undefined, max: number) => text(raw?.slice(0, 20_000).replace(/\s+/g, " "), max);

function text(raw: string | undefined, max: number): string | null {
  const clean = cleanText(raw?.slice(0, 20_000) ?? "", max);
  return isBlank(clean) ? null : clean;
}

function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed ? line(parsed.hostname.replace(/^www\./, "") || parsed.pathname, TITLE_CHARS_MAX) : null;
}

/** The name of one of our own icons, for services that name a button's brand. */
function iconOf(name: string | undefined): string | null {
  const brand = name?.trim().toLowerCase() ?? "";
  return PLATFORMS.has(brand) ? (brand === "twitter" ? "x" : brand) : null;
}
