import { Resolver } from "node:dns/promises";
import { requireNetworkAllowed } from "../db/transaction-guard.ts";
import { noteFailure, noteSuccess } from "../observe/doors.ts";

/** Limits the name servers to query, and the addresses of each, since every silent one costs `ASKED_MS`. */
const SERVERS_ASKED_MAX = 4;
const ADDRESSES_ASKED_MAX = 2;
const ASKED_MS = 500;

/** The resolver's codes for names that don't exist or have no such record. */
const NOTHING = new Set(["ENODATA", "ENOTFOUND"]);

export type RecordType = "A" | "AAAA" | "CNAME" | "TXT" | "NS" | "MX" | "PTR";

/** Thrown when a DNS server doesn't respond in time, or sends nonsense. */
export class DnsFailure extends Error {
  constructor(cause?: unknown) {
    super("a name server didn’t answer", { cause });
    this.name = "DnsFailure";
  }
}

/** A series of queries with a common deadline. */
export interface Inquiry {
  /** Returns the name's records according to the system's resolver. None if it doesn't exist. */
  find(name: string, type: RecordType): Promise<string[]>;
  /** Opens a domain's own name servers, whose responses aren't cached. */
  openZone(domain: string): Promise<Zone>;
  end(): void;
}

export interface Zone {
  /** The host names of its name servers. Empty if there's no such domain. */
  nameServers: string[];
  find(name: string, type: RecordType): Promise<string[]>;
}

interface DnsParts {
  /** Servers to use instead of the system's, as `address:port`, separated by commas. */
  servers: string;
  /** Decides whether a name server may have this address, since strangers choose theirs. */
  isAllowed(address: string): boolean;
}

/**
 * Queries a domain's own name servers directly, so that results are current. If those can't be reached, the
 * system's servers are queried instead.
 */
export class Dns {
  readonly #servers: string[];
  readonly #port: string;
  readonly #isAllowed: (address: string) => boolean;

  constructor({ servers, isAllowed }: DnsParts) {
    this.#servers = serversIn(servers);
    // A custom DNS server on another port is also the name server of its domains.
    this.#port = /^(?:[^:]+|\[.+\]):(\d+)$/.exec(this.#servers[0] ?? "")?.[1] ?? "53";
    this.#isAllowed = isAllowed;
  }

  /** All responses have to arrive within `milliseconds`. After that, queries fail with a `DnsFailure`. */
  inquire(milliseconds: number): Inquiry {
    const resolvers: Resolver[] = [];
    let isOver = false;
    const open = (servers: string[]) => {
      const resolver = new Resolver({ timeout: ASKED_MS, tries: 1 });
      if (servers.length > 0) resolver.setServers(servers);
      resolvers.push(resolver);
      return async (name: string, type: RecordType) => {
        if (isOver) throw new DnsFailure();
        return ask(resolver, name, type);
      };
    };
    const end = () => {
      isOver = true;
      for (const resolver of resolvers) resolver.cancel();
    };
    const timer = setTimeout(end, milliseconds).unref();
    const find = open(this.#servers);
    return {
      find,
      openZone: async (domain) => {
        const nameServers = await find(domain, "NS");
        const addresses = await this.#addressesOf(nameServers, find);
        if (addresses.length === 0) return { nameServers, find };
        const findThere = open(addresses.map((address) => this.#withPort(address)));
        return { nameServers, find: withFallback(findThere, find) };
      },
      end() {
        clearTimeout(timer);
        end();
      },
    };
  }

  async #addressesOf(nameServers: string[], find: Zone["find"]): Promise<string[]> {
    const found = await Promise.all(
      nameServers.slice(0, SERVERS_ASKED_MAX).map(async (name) => {
        const four = await find(name, "A").catch(() => []);
        return four.length > 0 ? four : find(name, "AAAA").catch(() => []);
      }),
    );
    return found.flat().filter(this.#isAllowed).slice(0, ADDRESSES_ASKED_MAX);
  }

  #withPort(address: string): string {
    return address.includes(":") ? `[${address}]:${this.#port}` : `${address}:${this.#port}`;
  }
}

/** Parses a list of servers such as `10.0.0.53, 127.0.0.1:5353`. Throws an Error if one isn't an address. */
export function serversIn(list: string): string[] {
  const servers = list
    .split(",")
    .map((server) => server.trim())
    .filter((server) => server !== "");
  if (servers.length > 0) new Resolver().setServers(servers);
  return servers;
}

/** Some networks allow queries only to their own servers. */
function withFallback(find: Zone["find"], findElsewhere: Zone["find"]): Zone["find"] {
  return async (name, type) => {
    try {
      return await find(name, type);
    } catch (error) {
      if (!(error instanceof DnsFailure)) throw error;
      return findElsewhere(name, type);
    }
  };
}

async function ask(resolver: Resolver, name: string, type: RecordType): Promise<string[]> {
  requireNetworkAllowed();
  try {
    const found = await lookUp(resolver, name, type);
    noteSuccess("dns");
    return found;
  } catch (error) {
    const { code = "no answer" } = error as NodeJS.ErrnoException;
    if (NOTHING.has(code)) {
      noteSuccess("dns");
      return [];
    }
    // Canceled along with its inquiry, after others have answered.
    if (code !== "ECANCELLED") noteFailure("dns", `a name server didn’t answer (${code})`);
    throw new DnsFailure(error);
  }
}

async function lookUp(resolver: Resolver, name: string, type: RecordType): Promise<string[]> {
  if (type === "TXT") return (await resolver.resolveTxt(name)).map(plainText);
  if (type === "MX") return (await resolver.resolveMx(name)).map(({ exchange }) => plainName(exchange));
  const records = (await resolver.resolve(name, type)) as string[];
  return type === "A" || type === "AAAA" ? records : records.map(plainName);
}

/** PostgreSQL can't store NUL in text. */
function plainText(parts: string[]): string {
  return parts.join("").replaceAll("\0", "");
}

/** Normalizes a host name for comparisons: lowercase, without the final dot. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}
