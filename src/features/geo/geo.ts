/*
 * Where visitors are. The platform has the database of places; who may open a link from where is a rule here, and `links`
 * knows which links have such rules. An IP address is looked up and forgotten.
 */
import { hash, randomBytes } from "node:crypto";
import type { Egress } from "#src/features/egress/egress.ts";
import { GEOLOCATION_FETCH_BYTES } from "#src/features/egress/rules.ts";
import type { Visit } from "#src/platform/context.ts";
import type { GeoPlace } from "./rules.ts";

/** How sure we are of a place: just looked up, found again, or not found (spec §9). */
const CONFIDENCE = { database: 0.8, cache: 0.9, fallback: 0.1 } as const;

const HOUR_MS = 60 * 60 * 1000;
const KEPT_MS = 24 * HOUR_MS;
const KEPT_PLACES_MAX = 20_000;
const NOWHERE: GeoPlace = { country: "UNKNOWN", region: "", city: "" };

/** The places of the last 24 hours, in memory only, under hashes that mean nothing outside this process (spec §9). */
export class SeenPlaces {
  readonly #salt = randomBytes(32).toString("base64url");
  readonly #places = new Map<string, { place: GeoPlace; until: number }>();
  #cleanAt = 0;

  find(address: string, now: number): GeoPlace | undefined {
    this.#clean(now);
    const seen = this.#places.get(this.#keyOf(address));
    return seen && seen.until > now ? seen.place : undefined;
  }

  keep(address: string, place: GeoPlace, now: number): void {
    const [oldest] = this.#places.keys();
    if (oldest !== undefined && this.#places.size >= KEPT_PLACES_MAX) this.#places.delete(oldest);
    const key = this.#keyOf(address);
    this.#places.delete(key);
    this.#places.set(key, { place, until: now + KEPT_MS });
  }

  get size(): number {
    return this.#places.size;
  }

  #keyOf(address: string): string {
    return hash("sha256", `${this.#salt}\n${address}`, "base64url");
  }

  /** Once an hour, when the next request comes. */
  #clean(now: number): void {
    if (now < this.#cleanAt) return;
    this.#cleanAt = now + HOUR_MS;
    for (const [key, { until }] of this.#places) if (until <= now) this.#places.delete(key);
  }
}

type GeoVisit = Visit & { egress: Egress; seen: SeenPlaces };

/** Where the caller is (spec §3, geolocation result); `UNKNOWN` when we can't tell. */
export function geolocate(visit: GeoVisit) {
  // This is about no page, so no account pays for it.
  visit.egress.note(undefined, "function_call", { transferred: GEOLOCATION_FETCH_BYTES });
  const { place, data_source } = findPlace(visit);
  return {
    country_code: place.country,
    country: place.country,
    region: place.region,
    city: place.city,
    data_source,
    confidence_score: CONFIDENCE[data_source],
  };
}

function findPlace({ request, seen, geo, now, log }: GeoVisit): {
  place: GeoPlace;
  data_source: keyof typeof CONFIDENCE;
} {
  const time = now().getTime();
  const known = seen.find(request.address, time);
  if (known) return { place: known, data_source: "cache" };
  try {
    const place = geo.lookup(request.address);
    if (place.country !== NOWHERE.country) {
      seen.keep(request.address, place, time);
      return { place, data_source: "database" };
    }
  } catch (error) {
    log.error({ err: error }, "Failed to detect location");
  }
  return { place: NOWHERE, data_source: "fallback" };
}

/** The caller's own IP address, as the trusted proxies report it. */
export function readIp({ request }: Visit): { ip: string } {
  return { ip: request.address };
}
