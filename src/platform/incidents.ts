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

/** What's counted together, whatever it was about. */
const UNKNOWN = { subject: "", address: "", network: "" };

/** Limits also count what people typed, which may be anything. Longer is nobody's address or id. */
const WHO_CHARS_MAX = 400;

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
    const now = this.#now();
    const network = draft.address === "" ? "" : widerNetworkOf(draft.address);
    const incident = { ...draft, network, count: 1, firstAt: now, lastAt: now };
    if (this.#hasRoom(keyOf(incident), now)) this.#add(incident);
    else this.#add({ ...UNKNOWN, kind: draft.kind, count: 1, firstAt: now, lastAt: now });
  }

  /** `who` is as `Limits` counts it: words, of which one may be an IP address and one an e-mail address, or one account. */
  noteLimit(name: string, who: string): void {
    const words = who.split(" ");
    const address = words.find((word) => parseIpAddress(word.replace(/\/\d+$/, ""))) ?? "";
    const email = words.find((word) => word.includes("@"));
    const isStorable = who.length <= WHO_CHARS_MAX && !who.includes("\0");
    this.note({
      kind: "limit_reached",
      subject: name.replace(/\.site$/, ""),
      address: address.replace(/\/\d+$/, ""),
      email: isStorable ? email : undefined,
      accountOrNot: isStorable && address === "" && email === undefined ? who : undefined,
    });
  }

  take(): Incident[] {
    const taken = [...this.#incidents.values()];
    this.#incidents = new Map();
    return taken;
  }

  /** Takes back what couldn't be stored, so that it's stored with what comes. */
  giveBack(incidents: readonly Incident[]): void {
    for (const incident of incidents) this.#add(incident);
  }

  #hasRoom(key: string, now: Date): boolean {
    const from = Math.floor(now.getTime() / HOUR_MS);
    if (from !== this.#hour.from) this.#hour = { from, different: new Set() };
    const { different } = this.#hour;
    if (different.size < DIFFERENT_MAX) different.add(key);
    return different.has(key);
  }

  #add(incident: Incident): void {
    const key = keyOf(incident);
    const known = this.#incidents.get(key);
    this.#incidents.set(key, known ? together(known, incident) : incident);
  }
}

function together(one: Incident, other: Incident): Incident {
  const [earlier, later] = one.firstAt <= other.firstAt ? [one, other] : [other, one];
  const lastAt = new Date(Math.max(one.lastAt.getTime(), other.lastAt.getTime()));
  return { ...earlier, count: earlier.count + later.count, lastAt };
}

const keyOf = ({ kind, subject, network, email, account, accountOrNot }: Incident): string =>
  JSON.stringify([kind, subject, network, email, account, accountOrNot]);
