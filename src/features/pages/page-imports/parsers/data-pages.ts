/* Services whose pages carry their links as data, each under names of its own. */
import type { FoundItem, FoundPage } from "./found-page.ts";
import type { HtmlFacts } from "./html-facts.ts";
import {
  at,
  endOfString,
  isRecord,
  nextData,
  pageProps,
  parseJson,
  recordsAt,
  textOf,
  valuesIn,
} from "./json-values.ts";
import { linkIn, richestLinks } from "./link-objects.ts";
import type { PageParser } from "./page-parser.ts";

const LINK_ME_PICTURES = "https://media.link.me/";

const absolute = (picture: string | undefined, base: string) =>
  picture === undefined || URL.canParse(picture) ? picture : base + picture.replace(/^\/+/, "");

export const linkMeParser: PageParser = {
  key: "link_me",
  label: "Link.me",
  confidence: "exact",
  hosts: ["link.me"],
  recognizes: ({ html, json }) => Array.isArray(at(pageProps(html, json), "profile", "webLinks")),
  parse({ html, json }) {
    const profile = at(pageProps(html, json), "profile");
    if (!isRecord(profile)) return undefined;
    const lists = [...recordsAt(profile, "webLinks"), ...recordsAt(profile, "infoLinks")];
    const items = lists.flatMap((list, number): FoundItem[] => {
      const links = recordsAt(list, "links").map((link) => ({
        url: textOf(link, "linkValue"),
        title: textOf(link, "faceValue") ?? textOf(list, "title"),
        picture: absolute(textOf(link, "linkImage"), LINK_ME_PICTURES),
      }));
      const title = textOf(list, "title");
      if (title === undefined || links.length < 2) return links;
      const id = `list ${number}`;
      return [{ kind: "group", id, title }, ...links.map((link) => ({ ...link, parent: id }))];
    });
    return {
      name: textOf(profile, "name", "fullName", "username"),
      bio: textOf(profile, "bio", "description"),
      picture: absolute(textOf(profile, "profileImage", "profilePicture", "image"), LINK_ME_PICTURES),
      items,
    };
  },
};

export const stanParser: PageParser = {
  key: "stan",
  label: "Stan",
  confidence: "exact",
  hosts: ["stan.store"],
  parse({ html, json, address }) {
    const props = pageProps(html, json);
    const products = productsIn(props).map((product): FoundItem => {
      const slug = textOf(product, "slug", "permalink");
      const home = `https://stan.store${address?.pathname.replace(/(?<!\/)\/+$/, "") ?? ""}`;
      const own = textOf(product, "url", "link", "href");
      return {
        url: own ?? (slug === undefined ? undefined : `${home}/p/${encodeURIComponent(slug)}`),
        title: textOf(product, "name", "title"),
        description: textOf(product, "subtitle", "description"),
        picture: textOf(product, "image", "imageUrl", "thumbnail"),
      };
    });
    const links = richestLinks(props, 1).filter(({ url }) => !products.some((one) => one.url === url));
    return { ...personIn(props), items: [...products.filter(({ url }) => url !== undefined), ...links] };
  },
};

/** The path of a shop's products changes, so this looks for what has a name and a price. */
function productsIn(props: unknown): object[] {
  let best: object[] = [];
  for (const value of valuesIn(props)) {
    if (!Array.isArray(value)) continue;
    const products = value.filter(
      (one) =>
        isRecord(one) &&
        textOf(one, "name", "title") !== undefined &&
        isPrice(one.price ?? at(one, "data", "price")),
    );
    if (products.length > best.length) best = products;
  }
  return best;
}

const isPrice = (value: unknown) =>
  typeof value === "number" || isRecord(value) || (typeof value === "string" && /\d/.test(value));

export const bentoParser: PageParser = {
  key: "bento",
  label: "Bento",
  confidence: "exact",
  hosts: ["bento.me"],
  parse({ html, json }) {
    const data = html ? nextData(html) : json;
    const items: FoundItem[] = [];
    for (const value of valuesIn(data)) {
      if (!Array.isArray(value) || items.length > 0) continue;
      const tiles = value.filter(isRecord);
      if (
        !tiles.some(
          (tile) => at(tile, "data", "href") !== undefined || at(tile, "data", "type") === "section-header",
        )
      )
        continue;
      for (const tile of tiles.toSorted((one, other) => placeOf(one) - placeOf(other))) {
        const title = textOf(at(tile, "data"), "title", "text");
        const link = linkIn(tile);
        if (link)
          items.push({
            ...link,
            title: textOf(at(tile, "data", "overrides"), "title") ?? title ?? link.title,
          });
        else if (at(tile, "data", "type") === "section-header") items.push({ kind: "heading", title });
      }
    }
    return { ...personIn(data), items };
  },
};

/** Tiles are placed on a grid: by rows on phones. */
function placeOf(tile: unknown): number {
  const place = at(tile, "position", "mobile") ?? at(tile, "position");
  const [x, y] = [at(place, "x"), at(place, "y")];
  return typeof x === "number" && typeof y === "number" ? y * 100 + x : 0;
}

/** Services that only differ in the variable that their page's script fills. */
const ASSIGNED = [
  {
    key: "bio_site",
    label: "bio.site",
    hosts: ["bio.site"],
    name: /window\.(?:initial_state|__INITIAL_STATE__)\s*=/,
  },
  { key: "instabio", label: "Instabio", hosts: ["instabio.cc", "linkbio.co"], name: /window\.__data\s*=/ },
  {
    key: "taplink",
    label: "Taplink",
    hosts: ["taplink.cc", "taplink.at"],
    name: /window\.(?:data|page|__DATA__)\s*=/,
  },
] as const;

export const assignedParsers: readonly PageParser[] = ASSIGNED.map(({ key, label, hosts, name }) => ({
  key,
  label,
  confidence: "likely",
  hosts,
  parse: ({ html }) => html && assignedPage(html, name),
}));

function assignedPage(html: HtmlFacts, variable: RegExp): FoundPage | undefined {
  const data = assignedValue(html, variable) ?? nextData(html);
  const items = richestLinks(data, 1);
  return items.length === 0 ? undefined : { ...personIn(data), items };
}

/** Returns the JSON that scripts assign to a variable, itself or as text for `JSON.parse`. */
function assignedValue(html: HtmlFacts, name: RegExp): unknown {
  for (const { text } of html.scripts) {
    const found = name.exec(text);
    if (!found) continue;
    const start = text
      .slice(found.index + found[0].length, found.index + found[0].length + 200)
      .search(/[{["]/);
    if (start === -1) continue;
    const from = found.index + found[0].length + start;
    const end = text[from] === '"' ? endOfString(text, from) : endOfValue(text, from);
    const value = end === -1 ? undefined : parseJson(text.slice(from, end));
    const parsed = typeof value === "string" ? parseJson(value) : value;
    if (typeof parsed === "object" && parsed !== null) return parsed;
  }
  return undefined;
}

/** Returns the position after an object or list that starts at `start`, or -1 if it doesn't end. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfString(text, at);
      if (end === -1) return -1;
      at = end - 1;
    } else if (letter === "{" || letter === "[") depth++;
    else if ((letter === "}" || letter === "]") && --depth === 0) return at + 1;
  }
  return -1;
}

/** Finds whom a page's data is about: the first with a name and a text about them. */
export function personIn(data: unknown): Pick<FoundPage, "name" | "bio" | "picture"> {
  for (const value of valuesIn(data)) {
    const name = textOf(
      value,
      "displayName",
      "display_name",
      "fullName",
      "full_name",
      "name",
      "pageTitle",
      "username",
    );
    const bio = textOf(value, "bio", "about", "headline", "description");
    const picture = textOf(
      value,
      "avatar",
      "avatarUrl",
      "avatar_url",
      "profilePicture",
      "profile_picture",
      "image",
      "photo",
    );
    if (
      name !== undefined &&
      (bio !== undefined || picture !== undefined) &&
      linkIn(value as never) === undefined
    )
      return { name, bio: bio === undefined ? undefined : textWithoutTags(bio), picture };
  }
  return {};
}

const textWithoutTags = (text: string) => text.replace(/<[^<>]{0,200}>/g, " ").replace(/[ \t]+/g, " ");
