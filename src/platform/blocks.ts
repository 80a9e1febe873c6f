import type { Logger } from "pino";
import * as z from "zod";
import type { BlockKind } from "#src/lib/block-kinds.ts";
import { contains, type Network, parseNetwork } from "#src/lib/cidr.ts";
import { parseIpAddress } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";
import type { Database } from "./db/database.ts";
import type { Signals, SignalType } from "./signals.ts";
import { instanceBlocks } from "./tables.ts";

/** Announces that the `instance_blocks` table has changed, so that every node reloads it. */
export const blocksChanged: SignalType<object> = { name: "blocks.changed", payload: z.object({}) };

const RETRY_MS = 1_000;

interface Entry {
  id: string;
  value: string;
  isAllowed: boolean;
  endsAt: number;
}

interface BlocksParts {
  database: Database;
  log: Logger;
  /** True for the proxies in front of the process. Everyone may be behind one that doesn't say whom it forwards. */
  isProxy(address: string): boolean;
}

/** Returns the entries of a kind that match, in force or not. */
type Match = (subject: string) => readonly Entry[];

/** The same addresses and programs keep returning, and to compare them with a thousand entries takes a while. */
const REMEMBERED = 2000;
/** Nobody needs more to be recognized. */
const AGENT_CHARS_MAX = 500;

const NOTHING: Record<BlockKind, Match> & { hasRequests: boolean } = {
  network: () => [],
  user_agent: () => [],
  mail_domain: () => [],
  hasRequests: false,
};

/**
 * What staff keep out: networks, programs by their user agent, and domains of e-mail addresses. In memory, as it's asked
 * before every request; a signal or a gap makes every node read the table again. Entries end on their own. A network
 * that's allowed wins over all that block; a user agent only over other user agents, as anyone can claim to be it.
 */
export class Blocks {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #isProxy: BlocksParts["isProxy"];
  #lists = NOTHING;
  #refreshing: Promise<void> = Promise.resolve();
  #onChange: () => void = () => {};

  constructor({ database, log, isProxy }: BlocksParts) {
    this.#database = database;
    this.#log = log;
    this.#isProxy = isProxy;
  }

  /** True if it's worth finding out where a request comes from. */
  get hasRequests(): boolean {
    return this.#lists.hasRequests;
  }

  /** Returns the id of the entry that keeps a request out, or undefined. `address` is the visitor's own. */
  findForRequest(
    { address, userAgent }: { address: string; userAgent: string },
    now: number,
  ): string | undefined {
    const { network, user_agent } = this.#lists;
    const networks = inForce(network(address), now);
    if (networks.some(({ isAllowed }) => isAllowed)) return undefined;
    const agents = user_agent(userAgent.slice(0, AGENT_CHARS_MAX).toLowerCase());
    return networks[0]?.id ?? findInForce(agents, now);
  }

  /** Returns the id of the entry that keeps new accounts with this e-mail address out, or undefined. */
  findForEmail(email: string, now: number): string | undefined {
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    return findInForce(this.#lists.mail_domain(domain), now);
  }

  async load(): Promise<void> {
    const rows = await this.#database.orm.select().from(instanceBlocks);
    const entriesOf = (wanted: BlockKind): Entry[] =>
      rows
        .filter(({ kind }) => kind === wanted)
        .map(({ id, value, effect, ends_at }) => ({
          id,
          value,
          isAllowed: effect === "allow",
          endsAt: ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at),
        }));
    const networks = entriesOf("network");
    const agents = entriesOf("user_agent");
    const domains = entriesOf("mail_domain");
    this.#lists = {
      network: networkMatch(networks, this.#isProxy),
      user_agent: agentMatch(agents),
      mail_domain: (domain) => domains.filter(({ value }) => isWithin(value, domain)),
      hasRequests: networks.length > 0 || agents.length > 0,
    };
  }

  /** Called on this node once it keeps out what has been added, for what's open already. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  follow(signals: Signals): void {
    signals.on(blocksChanged, () => this.#refresh());
    signals.onGap(() => void this.#refresh());
  }

  /** In sequence, so that an older result never replaces a newer one. Retries until the database responds. */
  #refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(async () => {
      try {
        await this.load();
        this.#onChange();
      } catch (error) {
        this.#log.error({ err: error }, "reading the blocks failed");
        setTimeout(() => void this.#refresh(), RETRY_MS).unref();
      }
    });
    return this.#refreshing;
  }
}

function inForce(entries: readonly Entry[], now: number): readonly Entry[] {
  return entries.length === 0 ? entries : entries.filter(({ endsAt }) => endsAt > now);
}

/** What's allowed wins. */
function findInForce(entries: readonly Entry[], now: number): string | undefined {
  const found = inForce(entries, now);
  return found.some(({ isAllowed }) => isAllowed) ? undefined : found[0]?.id;
}

function networkMatch(entries: readonly Entry[], isProxy: BlocksParts["isProxy"]): Match {
  const networks = entries.flatMap((entry): [Network, Entry][] => {
    const network = parseNetwork(entry.value);
    return network ? [[network, entry]] : [];
  });
  return memoizeLru(REMEMBERED, (text) => {
    const address = parseIpAddress(text);
    if (!address || isProxy(text)) return [];
    return networks.filter(([network]) => contains(network, address)).map(([, entry]) => entry);
  });
}

function agentMatch(entries: readonly Entry[]): Match {
  const patterns = entries.map((entry) => [partsOf(entry.value), entry] as const);
  return memoizeLru(REMEMBERED, (agent) =>
    patterns.filter(([parts]) => hasInOrder(parts, agent)).map(([, entry]) => entry),
  );
}

/** `*` stands for anything, and what's around the pattern doesn't matter. Takes time in proportion to the text. */
export function matchAgent(pattern: string, userAgent: string): boolean {
  return hasInOrder(partsOf(pattern), userAgent.toLowerCase());
}

const partsOf = (pattern: string): readonly string[] => pattern.toLowerCase().split("*");

function hasInOrder(parts: readonly string[], text: string): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** A domain includes those below it. */
function isWithin(value: string, domain: string): boolean {
  return domain === value || domain.endsWith(`.${value}`);
}
