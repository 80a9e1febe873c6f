import { lookup as lookUpHost } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "#src/lib/address.ts";
import { networks } from "#src/lib/networks.ts";

const REDIRECTS_MAX = 5;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** An address that a host name stands for. */
export interface HostAddress {
  address: string;
  family: number;
}

type LookUp = (host: string) => Promise<HostAddress[]>;

export type OutboundProblem =
  /** The URL, or one it redirects to, is not on the public internet or not of the web. */
  | "forbidden"
  | "unreachable"
  /** Anything but 200. */
  | "status"
  | "too_large"
  | "too_slow";

/** Why nothing was fetched. */
export class OutboundFailure extends Error {
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, cause?: unknown) {
    super(`outbound request failed: ${problem}`, { cause });
    this.name = "OutboundFailure";
    this.problem = problem;
  }
}

interface Bounds {
  bytesMax: number;
  /** For everything: names, connections, redirects and the body. */
  milliseconds: number;
  /** What is asked for; what comes is for the caller to judge. */
  accept: string;
}

/**
 * The door for requests to hosts that strangers name. It leads to the public internet only: each host is looked up once,
 * its addresses are checked, and the connection goes to exactly those, so that a name that changes its mind in between
 * changes nothing. The same holds for each redirect. No cookies, credentials or referrers leave through it.
 */
export class Outbound {
  /** Whether the instance's owner has opened the door to networks of their own. */
  readonly allowsLocal: boolean;
  readonly #isAllowed: (address: string) => boolean;
  readonly #lookUp: LookUp;

  /** `allow` is a list as `networks` reads it: what may be reached beside the public internet. */
  constructor({
    allow,
    lookUp = (host) => lookUpHost(host, { all: true }),
  }: { allow: string; lookUp?: LookUp }) {
    const isAllowed = networks(allow);
    this.allowsLocal = !["", "none"].includes(allow.trim());
    this.#isAllowed = (address) => isPublicAddress(address) || isAllowed(address);
    this.#lookUp = lookUp;
  }

  /** The body that `url` answers with. Throws an `OutboundFailure`. */
  async fetchBytes(url: string, bounds: Bounds): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(bounds.milliseconds);
    try {
      return await this.#follow(url, bounds, signal);
    } catch (error) {
      if (signal.aborted) throw new OutboundFailure("too_slow", error);
      throw error instanceof OutboundFailure ? error : new OutboundFailure("unreachable", error);
    }
  }

  async #follow(first: string, bounds: Bounds, signal: AbortSignal): Promise<Uint8Array> {
    let url = webUrl(first);
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const response = await this.#send(url, bounds, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return readBody(response, bounds.bytesMax);
      response.destroy();
      if (!REDIRECT_STATUSES.has(statusCode) || headers.location === undefined) break;
      url = webUrl(headers.location, url);
    }
    throw new OutboundFailure("status");
  }

  async #send(url: URL, { accept }: Bounds, signal: AbortSignal): Promise<IncomingMessage> {
    const addresses = await within(signal, this.#addressesOf(url));
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      request(url, {
        signal,
        agent: false,
        lookup: answerWith(addresses),
        headers: { accept, "accept-encoding": "identity", "user-agent": "Fanfare" },
      })
        .on("response", resolve)
        .on("error", reject)
        .end();
    });
  }

  /** A host that stands for one address out there and one in here is not meant well: it is refused as a whole. */
  async #addressesOf({ hostname }: URL): Promise<HostAddress[]> {
    const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
    const isLiteral = hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
    const addresses = isLiteral
      ? [{ address: literal, family: hostname.startsWith("[") ? 6 : 4 }]
      : await this.#lookUp(hostname);
    if (addresses.length > 0 && addresses.every(({ address }) => this.#isAllowed(address))) return addresses;
    throw new OutboundFailure(addresses.length === 0 ? "unreachable" : "forbidden");
  }
}

function webUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base);
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw new OutboundFailure("forbidden");
}

/** Node's own look-up, with the answer already there. It is not asked about hosts that are addresses. */
function answerWith(addresses: HostAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  };
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) throw new OutboundFailure("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolving a name cannot be aborted, only waited for no longer. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
