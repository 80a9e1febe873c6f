/* The starters: exports of profiles that we made, which an import reads like anybody's. */
import type { StarterKey } from "#src/features/pages/profiles/starter-rules.ts";
import type { Language } from "#src/lib/language.ts";
import coach from "./coach.json" with { type: "json" };
import musician from "./musician.json" with { type: "json" };
import nonprofit from "./nonprofit.json" with { type: "json" };
import photographer from "./photographer.json" with { type: "json" };
import podcaster from "./podcaster.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };
import shop from "./shop.json" with { type: "json" };
import spanish from "./spanish.json" with { type: "json" };
import streamer from "./streamer.json" with { type: "json" };
import teacher from "./teacher.json" with { type: "json" };
import writer from "./writer.json" with { type: "json" };

interface StarterFile {
  format: string;
  version: number;
  profile: { name: string };
  links: object[];
}

const FILES: Readonly<Record<StarterKey, StarterFile>> = {
  musician,
  podcaster,
  writer,
  shop,
  coach,
  photographer,
  restaurant,
  streamer,
  teacher,
  nonprofit,
};

const SPANISH: Readonly<Record<string, string>> = spanish;

/** The fields that are never text to read. */
export const CODES = new Set([
  "id",
  "kind",
  "url",
  "icon",
  "layout",
  "email",
  "currency",
  "theme_settings",
  "format",
]);

/** Returns a starter with its texts in a language. */
export function starterIn(key: StarterKey, language: Language): StarterFile {
  return language === "es" ? (translated(FILES[key], "") as StarterFile) : FILES[key];
}

function translated(value: unknown, field: string): unknown {
  if (CODES.has(field)) return value;
  if (typeof value === "string") return SPANISH[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => translated(one, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, translated(part, name)]));
}
