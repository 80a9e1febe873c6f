import {
  EMBED_SERVICES,
  type Embed,
  parseEmbed,
  timeLeftChangesAt,
} from "#src/features/pages/links/blocks-rules.ts";
import type { PageLink, PageView } from "../page-view.ts";

type Rows = Pick<PageView, "links">;

/** The player of an embed block. Undefined if its URL isn't one of a known service. */
export function embedOf(link: PageLink): Embed | undefined {
  return link?.block?.kind === "embed" ? parseEmbed(link.url) : undefined;
}

/** Returns the hosts that may play something in the page, so that its policy allows no others. */
export function embedOrigins({ links }: Rows): string[] {
  const origins = links.flatMap((link) => {
    const embed = embedOf(link);
    return embed ? [EMBED_SERVICES[embed.service].origin] : [];
  });
  return [...new Set(origins)].sort();
}

const WITH_SCRIPT: ReadonlySet<string> = new Set(["embed", "countdown", "map"]);

/** True if a block on the page does more with JavaScript. */
export function needsScript({ links }: Rows): boolean {
  return links.some((link) => link?.block && WITH_SCRIPT.has(link.block.kind));
}

/** Returns the end of a countdown (ms since 1970); undefined if there's none. */
export function endOf({ block }: PageLink): number | undefined {
  const ends = block?.kind === "countdown" ? Date.parse(textOf(block.content.ends_at)) : Number.NaN;
  return Number.isNaN(ends) ? undefined : ends;
}

/** Returns the time when a block on the page changes by itself. */
export function blocksChangeAt({ links }: Rows, now: number): number | undefined {
  const times = links.flatMap((link) => {
    const ends = link ? endOf(link) : undefined;
    const time = ends === undefined ? undefined : timeLeftChangesAt(ends, now);
    return time === undefined ? [] : [time];
  });
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Rows may have been imported, so nothing in a block's content is trusted. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

export function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

export function sizeOf(value: unknown): number | undefined {
  return typeof value === "number" && value > 0 ? Math.round(value) : undefined;
}

export function listOfNumbers(value: unknown): number[] {
  return Array.isArray(value) ? [...new Set(value.filter((one) => Number.isFinite(one) && one > 0))] : [];
}
