/*
 * Visitors' locations. The platform has the geolocation database, and this slice has the rules for who may
 * open a link from where. `links` stores which links have such rules. IP addresses are looked up and never
 * stored.
 */
import { hash, randomBytes } from "node:crypto";
import { GEOLOCATION_FETCH_BYTES } from "#src/features/instance/bandwidth/rules.ts";
import type { VisitorCtx } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import type { GeoPlace } from "./page/place.ts";

/** The confidence of a location: just looked up, cached, or unknown (spec §9). */
const CONFIDENCE = { database: 0.8, cache: 0.9, fallback: 0.1 } as const;

const HOUR_MS = 60 * 60 * 1000;
const KEPT_MS = 24 * HOUR_MS;
const KEPT_PLACES_MAX = 20_000;
const NOWHERE: GeoPlace = { country: "UNKNOWN", region: "", city: "" };

/**
 * Locations of the last 24 hours, only in memory, under hashes that mean nothing outside this process (spec
 * §9).
 */
export class PlaceCache {
  readonly #salt = randomBytes(32).toString("base64url");
  readonly #places = new Map<string, { place: GeoPlace; until: number }>();
  #cleanAt = 0;

  find(address: string, now: number): GeoPlace | undefined {
    this.#clean(now);
    const seen = this.#places.get(this.#keyOf(address));
    return seen && seen.until > now ? seen.place : undefined;
  }

  set(address: string, place: GeoPlace, now: number): void {
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

  /** Runs once an hour, with the next request. */
  #clean(now: number): void {
    if (now < this.#cleanAt) return;
    this.#cleanAt = now + HOUR_MS;
    for (const [key, { until }] of this.#places) if (until <= now) this.#places.delete(key);
  }
}

const seenPlaces = processLocal(() => new PlaceCache());

/** Returns the caller's location (spec §3, geolocation result); `UNKNOWN` if it can't be determined. */
export function geolocate(visit: VisitorCtx) {
  // This isn't about any page, so no account is charged for it.
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

function findPlace(visit: VisitorCtx): {
  place: GeoPlace;
  data_source: keyof typeof CONFIDENCE;
} {
  const { request, geo, now, log } = visit;
  const seen = seenPlaces(visit);
  const time = now().getTime();
  const known = seen.find(request.address, time);
  if (known) return { place: known, data_source: "cache" };
  try {
    const place = geo.lookup(request.address);
    if (place.country !== NOWHERE.country) {
      seen.set(request.address, place, time);
      return { place, data_source: "database" };
    }
  } catch (error) {
    log.error({ err: error }, "Failed to detect location");
  }
  return { place: NOWHERE, data_source: "fallback" };
}

/** The caller's own IP address, as the trusted proxies report it. */
export function getIp({ request }: VisitorCtx): { ip: string } {
  return { ip: request.address };
}
