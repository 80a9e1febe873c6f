import type { Db } from "#src/platform/db/database.ts";
import { shortCount } from "./rules.ts";
import { countAll } from "./store.ts";

/** A tile of the landing page: `50M+` and `links created`. */
export interface Stat {
  number: string;
  label: string;
}

/** The tiles of spec §2. */
export const PROMISED_STATS: readonly Stat[] = [
  { number: "50M+", label: "links created" },
  { number: "1M+", label: "active users" },
  { number: "99.9%", label: "uptime" },
];

/**
 * Parses the tiles from a setting, `12K links created, 300 active users`. The first word of each is its
 * number.
 */
export function parseStats(setting: string): readonly Stat[] | "real" {
  if (setting === "real") return "real";
  if (setting === "promised") return PROMISED_STATS;
  return setting.split(",").flatMap((tile) => {
    const [number = "", ...label] = tile.trim().split(/\s+/);
    return number === "" ? [] : [{ number, label: label.join(" ") }];
  });
}

/** Returns this instance's real numbers: links, people, and counted clicks. */
export async function getLandingStats(db: Db): Promise<readonly Stat[]> {
  const { links, users, clicks } = await countAll(db);
  return [
    { number: shortCount(links), label: "links created" },
    { number: shortCount(users), label: "active users" },
    { number: shortCount(clicks), label: "clicks counted" },
  ];
}
