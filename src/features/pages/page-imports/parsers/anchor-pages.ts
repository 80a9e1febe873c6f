/* Services whose pages are plain links, and every other page. */
import { personIn } from "./data-pages.ts";
import type { FoundItem, FoundPage, FoundSocial } from "./found-page.ts";
import type { Anchor, HtmlFacts } from "./html-facts.ts";
import { at, linkedData, nextData, textOf } from "./json-values.ts";
import { richestLinks } from "./link-objects.ts";
import type { PageParser, PageSource } from "./page-parser.ts";
import { socialOf } from "./social-hosts.ts";

interface AnchorService {
  key: string;
  label: string;
  hosts?: readonly string[];
  /** The classes of its links, if other links are around. */
  only?: RegExp;
  recognizes?: (html: HtmlFacts) => boolean;
}

// regex-ignore: at each place, at most 30 characters are read and tried again.
const LITTLE_BUTTON = /\bbutton-([a-z0-9-]{2,30})\b/;
const hasLittleButtons = ({ flow }: HtmlFacts) =>
  flow.some(
    (one) => one.type === "anchor" && /\bbutton\b/.test(one.classes) && LITTLE_BUTTON.test(one.classes),
  );
const isMadeBy = (name: RegExp) => (html: HtmlFacts) =>
  name.test(html.metas.get("generator") ?? "") || name.test(html.metas.get("author") ?? "");

const SERVICES: readonly AnchorService[] = [
  { key: "bio_link", label: "bio.link", hosts: ["bio.link"], only: /\bpage-item-wrap\b/ },
  { key: "lnk_bio", label: "Lnk.Bio", hosts: ["lnk.bio"] },
  { key: "carrd", label: "Carrd", hosts: ["carrd.co"] },
  { key: "koji", label: "Koji", hosts: ["koji.to", "withkoji.com"] },
  { key: "campsite", label: "Campsite", hosts: ["campsite.bio", "campsite.to"] },
  { key: "flow_page", label: "Flowpage", hosts: ["flow.page", "flowcode.com"] },
  { key: "all_my_links", label: "AllMyLinks", hosts: ["allmylinks.com"] },
  { key: "biolinky", label: "biolinky", hosts: ["biolinky.co"] },
  {
    key: "linkstack",
    label: "LinkStack",
    hosts: ["linksta.cc"],
    recognizes: isMadeBy(/LinkStack|littlelink-custom/i),
  },
  { key: "littlelink", label: "LittleLink", recognizes: hasLittleButtons },
  { key: "bookmarks", label: "Bookmarks", recognizes: ({ isBookmarks }) => isBookmarks },
];

export const anchorParsers: readonly PageParser[] = SERVICES.map(
  ({ key, label, hosts, only, recognizes }) => ({
    key,
    label,
    confidence: hosts ? "likely" : "exact",
    ...(hosts && { hosts }),
    ...(recognizes && { recognizes: ({ html }: PageSource) => html !== undefined && recognizes(html) }),
    parse: ({ html, address }) => {
      if (!html) return undefined;
      const marked =
        only && html.flow.some((one) => one.type === "anchor" && only.test(one.classes)) ? only : undefined;
      const page = anchorPage({
        html,
        address,
        isWanted: (anchor) => marked?.test(anchor.classes) !== false || isIcon(anchor),
      });
      const listed = page.items.some(({ url }) => url !== undefined) ? [] : richestLinks(nextData(html), 1);
      return listed.length > 0 ? { ...page, ...personIn(nextData(html)), items: listed } : page;
    },
  }),
);

/** Any page: what it says about itself for programs first, then its data, then its links. */
export const anyPageParser: PageParser = {
  key: "other",
  label: "Another site",
  confidence: "best_effort",
  parse({ html, address }) {
    if (!html) return undefined;
    const page = anchorPage({ html, address, isWanted: ({ isAside }) => !isAside });
    const data = nextData(html);
    const listed = richestLinks(data, 3);
    return listed.length > page.items.length ? { ...page, ...personIn(data), items: listed } : page;
  },
};

/** A link without words is an icon, which bio pages have for social accounts. */
const isIcon = ({ text, href }: Anchor) => text === "" && socialOf(href) !== undefined;

interface Wanted {
  html: HtmlFacts;
  address: URL | undefined;
  isWanted: (anchor: Anchor) => boolean;
}

function anchorPage({ html, address, isWanted }: Wanted): FoundPage {
  const person = cardOf(html);
  const items: FoundItem[] = [];
  const socials = accountsOf(person);
  for (const one of html.flow) {
    const isOwn = one.type === "anchor" && /\bme\b/.test(one.rel);
    if (one.type === "heading") {
      // The page's own name is its first heading.
      if (one.level > 1 && one.text !== "") items.push({ kind: "heading", title: one.text });
    } else if ((isWanted(one) || isOwn) && !/^\s*(?:#|$)/.test(one.href)) {
      const platform = socialOf(one.href);
      if (platform !== undefined && (isIcon(one) || isOwn)) socials.push({ platform, url: one.href });
      else items.push(toItem(one, address));
    }
  }
  return {
    name: html.card.name ?? textOf(person, "name") ?? firstHeading(html) ?? titleOf(html),
    bio: html.card.note ?? textOf(person, "description"),
    picture: html.card.photo ?? html.avatar ?? textOf(person, "image"),
    socials,
    items: withoutEmptyHeadings(items),
    look: { background: html.metas.get("theme-color") },
  };
}

/** Whom the page says it's about, in the way that search engines read. */
function cardOf(html: HtmlFacts): unknown {
  return linkedData(html)
    .filter((one) => /Person|Organization|ProfilePage|WebPage/.test(String(one["@type"])))
    .map((one) => one.mainEntity ?? one)
    .find((one) => textOf(one, "name") !== undefined);
}

function accountsOf(person: unknown): FoundSocial[] {
  const sameAs = at(person, "sameAs");
  return (Array.isArray(sameAs) ? sameAs : []).flatMap((url) => {
    const platform = typeof url === "string" ? socialOf(url) : undefined;
    return platform === undefined ? [] : [{ platform, url }];
  });
}

function toItem({ href, text, label, picture, classes }: Anchor, address: URL | undefined): FoundItem {
  const brand = LITTLE_BUTTON.exec(classes)?.[1];
  return { url: resolved(href, address), title: text || label || undefined, picture, icon: brand };
}

/** In HTML, what has no scheme is always a path. */
function resolved(href: string, address: URL | undefined): string {
  if (/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return href;
  return (address && URL.parse(href, address.href)?.href) ?? `./${href}`;
}

/** Headings of parts of a page that have no links are about something else. */
function withoutEmptyHeadings(items: readonly FoundItem[]): FoundItem[] {
  return items.filter(
    ({ kind }, at) =>
      kind !== "heading" ||
      (items[at + 1]?.kind ?? "heading") !== "heading" ||
      items[at + 1]?.url !== undefined,
  );
}

function firstHeading({ flow }: HtmlFacts): string | undefined {
  const heading = flow.find((one) => one.type === "heading" && one.level === 1);
  return heading?.text || undefined;
}

/** A title says whose page it is, and then what the service is called. */
function titleOf({ title }: HtmlFacts): string | undefined {
  return title.split(/ [|•·–—-] /)[0] || undefined;
}
