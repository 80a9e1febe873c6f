import type { FoundItem, FoundPage } from "./found-page.ts";
import {
  at,
  flightValues,
  isRecord,
  type Json,
  linkedData,
  nextData,
  recordsAt,
  textOf,
  valuesIn,
} from "./json-values.ts";
import { linkIn, richestLinks } from "./link-objects.ts";
import type { PageParser } from "./page-parser.ts";
import { socialOf } from "./social-hosts.ts";

const PAGE_NAME = /Beacons Profile$/i;

export const beaconsParser: PageParser = {
  key: "beacons",
  label: "Beacons",
  confidence: "exact",
  hosts: ["beacons.ai", "beacons.page"],
  recognizes: ({ html }) =>
    html !== undefined && linkedData(html).some((one) => PAGE_NAME.test(String(one.alternateName ?? ""))),
  parse({ html }) {
    if (!html) return undefined;
    const data = [...flightValues(html), nextData(html)];
    const document = documentIn(data);
    const card = linkedData(html).find((one) => one.sameAs !== undefined || one.alternateName !== undefined);
    const items = document ? itemsOf(document) : olderLinks(data);
    const hero = document && Object.values(document.blocks).find((block) => at(block, "type") === "hero");
    const sameAs = Array.isArray(card?.sameAs) ? card.sameAs : [];
    return {
      name: textOf(hero, "name", "heading", "title") ?? textOf(card, "name"),
      bio: textOf(hero, "bio", "description", "subheading") ?? textOf(card, "description"),
      picture: textOf(hero, "profile_picture", "profile_picture_url", "image") ?? textOf(card, "image"),
      socials: sameAs.flatMap((url) =>
        typeof url === "string" ? [{ platform: socialOf(url) ?? "website", url }] : [],
      ),
      items,
    } satisfies FoundPage;
  },
};

interface PageDocument {
  blocks: Json;
  order: string[];
}

/** Finds the live page among everything that's streamed: blocks by id, and their order. */
function documentIn(data: unknown): PageDocument | undefined {
  let best: PageDocument | undefined;
  for (const value of valuesIn(data)) {
    const blocks = at(value, "blocks");
    if (!isRecord(blocks) || Array.isArray(value)) continue;
    const order = at(value, "block_order");
    const ids = Array.isArray(order) ? order.filter((id) => typeof id === "string") : [];
    const rest = Object.keys(blocks).filter((id) => !ids.includes(id));
    if (best === undefined || ids.length > best.order.length)
      best = { blocks, order: ids.length > 0 ? ids : rest };
  }
  return best;
}

function itemsOf({ blocks, order }: PageDocument): FoundItem[] {
  return order.flatMap((id): FoundItem[] => {
    const block = at(blocks, id);
    if (!isRecord(block)) return [];
    const isHidden = block.visible === false;
    const note = isHidden ? ("off" as const) : undefined;
    const inner = linksOfBlock(block).map((item) => ({
      ...item,
      isHidden: isHidden || item.isHidden,
      note: item.note ?? note,
    }));
    const heading = textOf(block, "heading");
    const isList = block.type !== "hero" && inner.length > 0;
    return isList && heading !== undefined && inner.every(({ title }) => title !== heading)
      ? [{ kind: "heading", title: heading, isHidden, note }, ...inner]
      : inner;
  });
}

function linksOfBlock(block: Json): FoundItem[] {
  const lists = ["links", "items", "buttons", "products"].flatMap((name) => recordsAt(block, name));
  const videos = recordsAt(block, "videos").map((video) => ({ ...linkIn(video), kind: "embed" as const }));
  const button = textOf(block, "primary_button_url");
  return [
    ...(button === undefined
      ? []
      : [
          {
            url: button,
            title: textOf(block, "primary_button_text", "heading"),
            picture: textOf(block, "image"),
          },
        ]),
    ...lists.flatMap((one) => linkIn(one) ?? []),
    ...videos.filter(({ url }) => url !== undefined),
  ];
}

/** Pages from before blocks. */
function olderLinks(data: readonly unknown[]): FoundItem[] {
  return richestLinks(data, 1);
}
