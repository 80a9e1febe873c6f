import { parseIpAddress, widerNetworkOf } from "#src/lib/ip-address.ts";
import { HOUR_MS } from "#src/lib/time.ts";

interface IncidentDraft {
  kind: "sign_in_failed" | "limit_reached" | "unusual_place" | "kept_out";
  /** What it was about: a way to sign in, a limit's name, a country, the id of a block. */
  subject: string;
  /** Where it came from, or empty. */
  address: string;
  /** The address whose account was meant. It's not stored. */
  email?: string | undefined;
  account?: string | undefined;
  /** The id of an account or API key, or something else that isn't stored, such as a token. */
  accountOrNot?: string | undefined;
}

export interface Incident extends IncidentDraft {
  /** A network of 256 IPv4 or 2^80 IPv6 addresses, or empty. `address` is one in it, which isn't stored. */
  network: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** Beyond this many different ones in an hour, the others of a kind are only counted together. */
const DIFFERENT_MAX = 2000;

/**
 * Collects, in memory, what goes wrong at the doors: guesses, floods, and requests that are kept out. The `security` slice
 * stores it. A flood from ever more networks takes no more room than this.
 */
export class Incidents {
  readonly #now: () => Date;
  #incidents = new Map<string, Incident>();
  #hour = { from: 0, different: new Set<string>() };

  constructor(now: () => Date) {
    this.#now = now;
  }

  note(draft: IncidentDraft): void {
    const { kind, subject, address, email, account, accountOrNot } = draft;
    const network = address === "" ? "" : widerNetworkOf(address);
    const now = this.#now();
    const key = JSON.stringify([kind, subject, network, email, account, accountOrNot]);
    if (this.#hasRoom(key, now)) this.#count(key, { ...draft, network }, now);
    else this.#count(kind, { kind, subject: "", address: "", network: "" }, now);
  }

  /** `who` is as `Limits` counts it: words, of which one may be an IP address and one an e-mail address, or one account. */
  noteLimit(name: string, who: string): void {
    const words = who.split(" ");
    const address = words.find((word) => parseIpAddress(word.replace(/\/\d+$/, ""))) ?? "";
    const email = words.find((word) => word.includes("@"));
    this.note({
      kind: "limit_reached",
      subject: name.replace(/\.site$/, ""),
      address: address.replace(/\/\d+$/, ""),
      email,
      accountOrNot: address === "" && email === undefined ? who : undefined,
    });
  }

  take(): Incident[] {
    const taken = [...this.#incidents.values()];
    this.#incidents = new Map();
    return taken;
  }

  #hasRoom(key: string, now: Date): boolean {
    const from = Math.floor(now.getTime() / HOUR_MS);
    if (from !== this.#hour.from) this.#hour = { from, different: new Set() };
    const { different } = this.#hour;
    if (different.size < DIFFERENT_MAX) different.add(key);
    return different.has(key);
  }

  #count(key: string, incident: Omit<Incident, "count" | "firstAt" | "lastAt">, now: Date): void {
    const known = this.#incidents.get(key);
    if (known) Object.assign(known, { count: known.count + 1, lastAt: now });
    else this.#incidents.set(key, { ...incident, count: 1, firstAt: now, lastAt: now });
  }
}
