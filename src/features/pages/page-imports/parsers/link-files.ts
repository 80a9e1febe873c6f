/* Files with links: tables of link shorteners, and the JSON of other programs and of ours. */
import { PROFILE_EXPORT_FORMAT } from "../export-rules.ts";
import type { FoundItem, FoundPage } from "./found-page.ts";
import { at, idOf, isRecord, type Json, numberOf, recordsAt, textOf } from "./json-values.ts";
import { linkIn, richestLinks } from "./link-objects.ts";
import type { PageParser, PageSource } from "./page-parser.ts";
import { socialOf } from "./social-hosts.ts";

/** What the columns are called, best first: where a shortener lists both, `url` is the short one. */
const COLUMNS = {
  url: [
    "destination url",
    "long url",
    "original url",
    "target url",
    "destination",
    "target",
    "url",
    "link",
    "href",
    "address",
    "website",
  ],
  title: ["title", "name", "label", "text"],
  description: ["description", "comments", "comment", "notes"],
  group: ["folder", "group", "section"],
  archived: ["archived", "is archived", "hidden"],
} as const;
type Column = keyof typeof COLUMNS;

/** Told apart by columns that only they have. */
const TABLES = [
  { key: "bitly", label: "Bitly", has: ["bitlink", "long url"] },
  { key: "dub", label: "Dub", has: ["short link", "destination url"] },
  { key: "short_io", label: "Short.io", has: ["original url", "short url"] },
  { key: "csv", label: "CSV file", has: [] },
] as const;

const normal = (header: string) =>
  header
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[_\s-]+/g, " ")
    .trim();

export const tableParsers: readonly PageParser[] = TABLES.map(({ key, label, has }) => ({
  key,
  label,
  confidence: key === "csv" ? "likely" : "exact",
  recognizes: ({ rows }) => {
    const headers = rows?.[0]?.map(normal);
    return (
      headers !== undefined &&
      has.every((name) => headers.includes(name) || headers.includes(name.replace("url", "link")))
    );
  },
  parse: ({ rows }) => rows && tablePage(rows),
}));

function tablePage(rows: string[][]): FoundPage | undefined {
  const headers = (rows[0] ?? []).map(normal);
  const find = (column: Column) =>
    COLUMNS[column].map((name) => headers.indexOf(name)).find((position) => position !== -1);
  const named = find("url");
  const url = named ?? (rows[0] ?? []).findIndex((cell) => isUrl(cell));
  if (url === -1) return undefined;
  const cell = (row: string[], column: Column) => {
    const position = find(column);
    return (position === undefined ? undefined : row[position])?.trim() || undefined;
  };
  const items = rows.slice(named === undefined ? 0 : 1).map((row): FoundItem => {
    const isArchived = /^(?:true|yes|1|archived)$/i.test(cell(row, "archived") ?? "");
    return {
      url: row[url]?.trim(),
      title:
        named === undefined ? row.find((text, at) => at !== url && text.trim() !== "") : cell(row, "title"),
      description: cell(row, "description"),
      parent: cell(row, "group"),
      isHidden: isArchived,
      note: isArchived ? "off" : undefined,
    };
  });
  return { items: withGroups(items) };
}

/** Adds a group, named as it is, where the first of its items is. */
function withGroups(items: readonly FoundItem[]): FoundItem[] {
  const known = new Set<string>();
  return items.flatMap((item): FoundItem[] => {
    const { parent } = item;
    if (parent === undefined || known.has(parent)) return [item];
    known.add(parent);
    return [{ kind: "group", id: parent, title: parent }, item];
  });
}

const isUrl = (text: string) =>
  /^(?:https?:\/\/\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:\/\S*)?)$/i.test(text.trim());

/** The numbers that LinkStack gives to its own kinds of buttons. */
const LINKSTACK_KINDS: Readonly<Record<string, "heading" | "space" | "text" | "icon">> = {
  42: "heading",
  43: "space",
  93: "text",
  94: "icon",
};

export const linkStackFileParser: PageParser = {
  key: "linkstack",
  label: "LinkStack",
  confidence: "exact",
  recognizes: ({ json }) => isRecord(json) && "littlelink_name" in json && Array.isArray(json.links),
  parse({ json }) {
    const links = recordsAt(json, "links").toSorted((one, other) => orderOf(one) - orderOf(other));
    const items: FoundItem[] = [];
    const socials = [];
    for (const link of links) {
      const kind = LINKSTACK_KINDS[idOf(link.button_id) ?? ""] ?? textOf(link, "type", "type_name");
      const [title, url] = [textOf(link, "title"), textOf(link, "link")];
      if (kind === "heading") items.push({ kind: "heading", title });
      else if (kind === "icon" && url !== undefined)
        socials.push({ platform: title?.toLowerCase() ?? "", url });
      else if (url !== undefined && kind !== "space" && kind !== "text")
        items.push({
          url,
          title,
          icon: textOf(link, "button", "name") ?? textOf(at(link, "button"), "name"),
        });
    }
    return {
      name: textOf(json, "name", "littlelink_name"),
      bio: textOf(json, "littlelink_description"),
      items,
      socials,
    };
  },
};

const orderOf = (link: Json) => numberOf(link.order) ?? Number(link.order ?? 0);

/** BioDrop keeps a profile as JSON: links, and social accounts with the name of their icon. */
export const bioDropParser: PageParser = {
  key: "biodrop",
  label: "BioDrop",
  confidence: "exact",
  recognizes: ({ json }) =>
    isRecord(json) && Array.isArray(json.links) && Array.isArray(json.socials) && "bio" in json,
  parse({ json }) {
    const socials = recordsAt(json, "socials").flatMap((social) => {
      const url = textOf(social, "url");
      return url === undefined
        ? []
        : [{ platform: socialOf(url) ?? iconName(textOf(social, "icon") ?? ""), url }];
    });
    const links = recordsAt(json, "links");
    return {
      name: textOf(json, "name"),
      bio: textOf(json, "bio"),
      picture: textOf(json, "avatar"),
      socials,
      items: withGroups(
        links.map((link) => ({
          ...linkIn(link),
          title: textOf(link, "name"),
          parent: textOf(link, "group"),
        })),
      ),
    };
  },
};

/** `FaGithub` is GitHub in an icon set. */
const iconName = (icon: string) => icon.replace(/^[A-Z][a-z](?=[A-Z])/, "").toLowerCase();

export const ownExportParser: PageParser = {
  key: "own",
  label: "An export of ours",
  confidence: "exact",
  recognizes: ({ json }) => at(json, "format") === PROFILE_EXPORT_FORMAT,
  parse({ json }) {
    const profile = at(json, "profile");
    if (!isRecord(profile)) return undefined;
    return {
      name: textOf(profile, "name"),
      bio: textOf(profile, "public_notes"),
      picture: textOf(profile, "profile_picture_url"),
      own: profile,
      items: recordsAt(json, "links").map((link) => ({
        kind: isLink(link) ? "link" : "heading",
        url: textOf(link, "url"),
        title: textOf(link, "title", "kind"),
        isHidden: link.is_visible === false,
        isAdult: link.show_adult_warning === true,
        own: link,
      })),
    };
  },
};

/** Blocks are shown as headings, and come along as they are. */
const isLink = ({ kind, url }: Json) => (kind === undefined || kind === "link") && typeof url === "string";

/** Any other JSON: the list in it that has the most links. */
export const anyJsonParser: PageParser = {
  key: "json",
  label: "JSON file",
  confidence: "best_effort",
  recognizes: ({ json }: PageSource) => json !== undefined,
  parse: ({ json }) => ({ items: richestLinks(json, 1) }),
};
