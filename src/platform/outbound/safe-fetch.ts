import { lookup as lookUpHost } from "node:dns/promises";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { connect as connectSocket, type LookupFunction, type Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { parseNetworks } from "#src/lib/cidr.ts";
import { isPublicIpAddress } from "#src/lib/ip-address.ts";
import { requireNetworkAllowed } from "../db/transaction-guard.ts";

const REDIRECTS_MAX = 5;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

export interface HostAddress {
  address: string;
  family: number;
}

export type LookUp = (host: string) => Promise<HostAddress[]>;

export type SafeFetchProblem =
  /** The URL, or one it redirects to, isn't on the public internet or isn't http(s). */
  | "forbidden"
  | "unreachable"
  /** Any status but 200. */
  | "status"
  | "too_large"
  | "too_slow";

export class SafeFetchFailure extends Error {
  readonly problem: SafeFetchProblem;
  /** Of the response, if the problem is its status. */
  readonly status: number | undefined;

  constructor(problem: SafeFetchProblem, cause?: unknown, status?: number) {
    super(`outbound request failed: ${problem}`, { cause });
    this.name = "OutboundFailure";
    this.problem = problem;
    this.status = status;
  }
}

/** A web page as its server sent it. */
export interface FetchedPage {
  /** Its URL after all redirects. */
  url: string;
  contentType: string;
  bytes: Uint8Array;
}

/** The body to post, and the maximum to read of the response. */
interface Posting {
  headers: Record<string, string>;
  body?: string | Uint8Array;
  bytesKept: number;
  milliseconds: number;
}

interface Bounds {
  bytesMax: number;
  /** Covers everything together: names, connections, redirects, and the body. */
  milliseconds: number;
  /** The formats to request. The caller has to check what comes back. */
  accept: string;
  /** Set to get the beginning of a page that's larger, instead of a failure. */
  isCut?: true;
}

/** A response, and the URL that it came from. */
interface Found {
  url: URL;
  response: IncomingMessage;
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
}

type Method = "POST" | "HEAD" | "GET" | "PUT" | "DELETE";

interface Sent {
  method?: Method;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/**
 * Makes requests to hosts that strangers name. It reaches the public internet only: each host is resolved
 * once, its addresses are checked, and the connection goes to exactly those, so that a name that resolves
 * differently a moment later changes nothing. The same goes for each redirect. No cookies, credentials, or
 * referrers are sent.
 */
export class SafeFetch {
  /** Set if the instance's owner has allowed their own networks. */
  readonly allowsLocal: boolean;
  readonly #isAllowed: (address: string) => boolean;
  readonly #lookUp: LookUp;

  /** `allow` lists, in the format of `networks`, what may be reached besides the public internet. */
  constructor({
    allow,
    lookUp = (host) => lookUpHost(host, { all: true }),
  }: { allow: string; lookUp?: LookUp | undefined }) {
    const isAllowed = parseNetworks(allow);
    this.allowsLocal = !["", "none"].includes(allow.trim());
    this.#isAllowed = (address) => isPublicIpAddress(address) || isAllowed(address);
    this.#lookUp = lookUp;
  }

  allows(address: string): boolean {
    return this.#isAllowed(address);
  }

  /** Returns the body of the response from `url`. Throws a `SafeFetchFailure`. */
  async fetchBytes(url: string, bounds: Bounds): Promise<Uint8Array> {
    return this.#fetch(url, bounds, ({ response }) => readBody(response, bounds.bytesMax));
  }

  /**
   * Returns the page at `url`, unpacked even if its server compresses without being asked to. The limit of
   * bytes is that of the unpacked page. Throws a `SafeFetchFailure`.
   */
  async fetchPage(url: string, bounds: Bounds): Promise<FetchedPage> {
    return this.#fetch(url, bounds, async ({ url, response }) => ({
      url: url.href,
      contentType: response.headers["content-type"] ?? "",
      bytes: await (bounds.isCut ? readStart : readBody)(unpacked(response), bounds.bytesMax),
    }));
  }

  #fetch<T>(url: string, bounds: Bounds, read: (found: Found) => Promise<T>): Promise<T> {
    return inTime(bounds.milliseconds, async (signal) => {
      const found = await this.#follow(url, { headers: { accept: bounds.accept } }, signal);
      const { statusCode } = found.response;
      if (statusCode === 200) return read(found);
      found.response.destroy();
      throw new SafeFetchFailure("status", undefined, statusCode);
    });
  }

  /**
   * Returns the response of `url` to a POST, whatever its status. A redirect counts as a response. Throws a
   * `SafeFetchFailure`.
   */
  post(url: string, posting: Posting): Promise<Answer> {
    return this.request("POST", url, posting);
  }

  /** Like `post`, with any method. */
  async request(method: Method, url: string, { bytesKept, milliseconds, ...sent }: Posting): Promise<Answer> {
    return inTime(milliseconds, async (signal) => {
      const response = await this.#send(webUrl(url), { method, ...sent }, signal);
      const { statusCode: status = 0, headers } = response;
      return { status, headers, body: await readStart(response, bytesKept) };
    });
  }

  /**
   * Opens a connection to a port of `host`, for protocols other than HTTP. TLS needs the host's name
   * separately, because the connection goes to an address. Throws a `SafeFetchFailure`, whose cause has the
   * system's code, such as `ENOTFOUND` or `ECONNREFUSED`.
   */
  async connect({
    host,
    port,
    milliseconds,
  }: {
    host: string;
    port: number;
    milliseconds: number;
  }): Promise<Socket> {
    return inTime(milliseconds, async (signal) => {
      const hostname = host.includes(":") ? `[${host}]` : host;
      const addresses = await within(signal, this.#addressesOf({ hostname }));
      return openSocket({ host, port, lookup: answerWith(addresses), signal });
    });
  }

  /**
   * Returns the status of the answer that `url` leads to, of which nothing is read. Throws a `SafeFetchFailure`,
   * whose cause has the system's code if there was no answer, and whose problem is `status` if the redirects
   * don't end.
   */
  async probe(
    url: string,
    { method, milliseconds }: { method: "HEAD" | "GET"; milliseconds: number },
  ): Promise<{ status: number; retryAfter: string | undefined }> {
    return inTime(milliseconds, async (signal) => {
      const { response } = await this.#follow(url, { method, headers: { accept: "*/*" } }, signal);
      response.destroy();
      return { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
    });
  }

  /** Returns the first answer that isn't a redirect. */
  async #follow(first: string, sent: Sent, signal: AbortSignal): Promise<Found> {
    let url = webUrl(first);
    let status: number | undefined;
    for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
      const response = await this.#send(url, sent, signal);
      const { statusCode = 0, headers } = response;
      if (!REDIRECT_STATUSES.has(statusCode) || headers.location === undefined) return { url, response };
      response.destroy();
      status = statusCode;
      url = webUrl(headers.location, url);
    }
    throw new SafeFetchFailure("status", undefined, status);
  }

  async #send(url: URL, { body, ...sent }: Sent, signal: AbortSignal): Promise<IncomingMessage> {
    const addresses = await within(signal, this.#addressesOf(url));
    const request = url.protocol === "https:" ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      request(url, {
        ...sent,
        signal,
        agent: false,
        lookup: answerWith(addresses),
        headers: { ...sent.headers, "accept-encoding": "identity", "user-agent": "Fanfare" },
      })
        .on("response", resolve)
        .on("error", reject)
        .end(body);
    });
  }

  /** A host that resolves to both a public and a local address is up to no good, so it's rejected. */
  async #addressesOf({ hostname }: Pick<URL, "hostname">): Promise<HostAddress[]> {
    requireNetworkAllowed();
    const literal = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
    const isLiteral = hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
    const addresses = isLiteral
      ? [{ address: literal, family: hostname.startsWith("[") ? 6 : 4 }]
      : await this.#lookUp(hostname);
    if (addresses.length > 0 && addresses.every(({ address }) => this.#isAllowed(address))) return addresses;
    throw new SafeFetchFailure(addresses.length === 0 ? "unreachable" : "forbidden");
  }
}

/** Throws a `SafeFetchFailure`, whatever goes wrong. */
async function inTime<T>(milliseconds: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await act(signal);
  } catch (error) {
    if (signal.aborted) throw new SafeFetchFailure("too_slow", error);
    throw error instanceof SafeFetchFailure ? error : new SafeFetchFailure("unreachable", error);
  }
}

function webUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw new SafeFetchFailure("forbidden");
}

/**
 * Replaces Node's own lookup with the addresses we already have. Node doesn't call it for hosts that are IP
 * addresses.
 */
function answerWith(addresses: HostAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  };
}

interface Target {
  host: string;
  port: number;
  lookup: LookupFunction;
  signal: AbortSignal;
}

/** The signal only ends waiting for the connection, not the connection itself. */
function openSocket({ signal, ...target }: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ ...target, autoSelectFamily: true });
    const give = () => {
      socket.destroy();
      reject(signal.reason);
    };
    signal.addEventListener("abort", give, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", give);
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

const UNPACKERS = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (!Object.hasOwn(UNPACKERS, encoding)) return response;
  // Whoever reads it gets the error, and ending the reading early closes the connection.
  return pipeline(response, UNPACKERS[encoding as keyof typeof UNPACKERS](), () => undefined);
}

async function readBody(response: Readable, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > bytesMax) throw new SafeFetchFailure("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads at most this many bytes, then closes the connection. */
async function readStart(response: Readable, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}

/** Name resolution can't be aborted, only abandoned. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
