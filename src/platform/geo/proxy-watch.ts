/*
 * Detects a proxy that hides the visitors, which gives all of them its address, so that they count as one in
 * figures and limits.
 */
import type { Logger } from "pino";
import { parseNetworks } from "#src/lib/cidr.ts";
import { clientAddress } from "./client-address.ts";

/** The problem, and the line of the environment that fixes it, if there is one. */
export interface HiddenVisitors {
  problem: "untrusted" | "silent";
  line: string;
}

/** The parts of a request that tell where it comes from. */
export interface Origin {
  peer: string | undefined;
  forwardedFor: string | undefined;
  /** Set if another header shows that a proxy forwarded it. */
  isForwarded: boolean;
  userAgent: string | undefined;
}

/** A single request may come from someone who makes up headers. */
const REQUESTS_MIN = 3;
/**
 * The number of browsers at one private address that proves it's a proxy that doesn't say who it forwards.
 */
const BROWSERS_MIN = 20;
/** For peers on the public internet, which may be anyone: one of them has to send most of the requests. */
const PUBLIC_REQUESTS_MIN = 200;

const KINDS = ["loopback", "private", "cloudflare"] as const;
type Kind = (typeof KINDS)[number] | "public";

const isOf = KINDS.map((kind) => [kind, parseNetworks(kind)] as const);
const kindOf = (address: string): Kind => isOf.find(([, has]) => has(address))?.[0] ?? "public";

export class ProxyWatch {
  readonly #trusted: string;
  readonly #trusts: (address: string) => boolean;
  readonly #log: Logger;
  #found: HiddenVisitors | undefined;
  #requests = 0;
  #hidden = 0;
  readonly #hiddenBehind = new Map<string, number>();
  readonly #browsersAt = new Map<string, Set<string>>();

  /** `trusted` is the setting `TRUSTED_PROXIES`. */
  constructor({ trusted, log }: { trusted: string; log: Logger }) {
    this.#trusted = trusted;
    this.#trusts = parseNetworks(trusted);
    this.#log = log;
  }

  get found(): HiddenVisitors | undefined {
    return this.#found;
  }

  /** True for the proxies of `TRUSTED_PROXIES`. */
  trusts(address: string): boolean {
    return this.#trusts(address);
  }

  /** Returns the visitor's address as reported by the trusted proxies. */
  addressOf(origin: Origin): string {
    const address = clientAddress(origin.peer, origin.forwardedFor, this.#trusts);
    if (this.#found === undefined) this.#look(origin, address);
    return address;
  }

  #look({ peer = "", forwardedFor, isForwarded, userAgent = "" }: Origin, address: string): void {
    this.#requests++;
    const words = forwardedFor === undefined ? undefined : this.#wordsFor(peer, forwardedFor);
    if (words !== undefined && words.length > 0) {
      if (++this.#hidden >= REQUESTS_MIN) this.#settle("untrusted", this.#lineWith(words));
    } else if (kindOf(address) === "public") {
      if (forwardedFor !== undefined && address !== "" && !this.#trusts(peer)) this.#lookAtStranger(address);
    } else if (!isForwarded && forwardedFor === undefined) this.#lookAtBrowsers(address, userAgent);
  }

  /**
   * Returns the networks to trust so that the hop before them is the visitor. Empty if the current result may
   * be the visitor already.
   */
  #wordsFor(peer: string, forwardedFor: string): string[] {
    const words = new Set<Kind>();
    const would = (hop: string) => {
      if (this.#trusts(hop)) return true;
      const kind = kindOf(hop);
      if (kind !== "public") words.add(kind);
      return kind !== "public";
    };
    const visitor = clientAddress(peer, forwardedFor, would);
    // A private network's own visitors have such addresses, too.
    return visitor === "" || kindOf(visitor) !== "public" ? [] : [...words];
  }

  /** A proxy with a public address sends most of the requests. Any other peer with that header made it up. */
  #lookAtStranger(address: string): void {
    const count = (this.#hiddenBehind.get(address) ?? 0) + 1;
    this.#hiddenBehind.set(address, count);
    if (count >= PUBLIC_REQUESTS_MIN && count * 2 > this.#requests)
      this.#settle("untrusted", this.#lineWith([address]));
    if (this.#hiddenBehind.size > PUBLIC_REQUESTS_MIN) this.#hiddenBehind.clear();
  }

  #lookAtBrowsers(address: string, userAgent: string): void {
    const known = this.#browsersAt.get(address) ?? new Set();
    if (known.size === 0) this.#browsersAt.set(address, known);
    if (userAgent !== "") known.add(userAgent.slice(0, 200));
    if (known.size >= BROWSERS_MIN) this.#settle("silent", "");
    if (this.#browsersAt.size > BROWSERS_MIN) this.#browsersAt.clear();
  }

  #lineWith(words: readonly string[]): string {
    const now = this.#trusted.split(",").map((entry) => entry.trim());
    const kept = now.filter((entry) => entry !== "" && entry !== "none");
    return `TRUSTED_PROXIES=${[...kept, ...words.filter((word) => !kept.includes(word))].join(",")}`;
  }

  /** Logged only once. */
  #settle(problem: HiddenVisitors["problem"], line: string): void {
    this.#found = { problem, line };
    this.#hiddenBehind.clear();
    this.#browsersAt.clear();
    this.#log.warn(
      problem === "untrusted"
        ? `all visitors count as one, because they come through a proxy that isn't trusted: set ${line} and restart`
        : "all visitors count as one, because they come through a proxy that doesn't say whom it forwards: have it send X-Forwarded-For",
    );
  }
}
