import type { Logger } from "pino";
import * as z from "zod";
import type { BlockKind } from "#src/lib/block-kinds.ts";
import { contains, type Network, parseNetwork } from "#src/lib/cidr.ts";
import { parseIpAddress } from "#src/lib/ip-address.ts";
import type { Database } from "./db/database.ts";
import type { Signals, SignalType } from "./signals.ts";
import { instanceBlocks } from "./tables.ts";

/** Announces that the `instance_blocks` table has changed, so that every node reloads it. */
export const blocksChanged: SignalType<object> = { name: "blocks.changed", payload: z.object({}) };

const RETRY_MS = 1_000;

/** Finds the id of an entry that is in force and matches. */
type Match<Subject> = (subject: Subject, now: number) => string | undefined;

interface Entry {
  id: string;
  value: string;
  endsAt: number;
}

interface Lists {
  blocked: Record<BlockKind, Entry[]>;
  allowed: Record<BlockKind, Entry[]>;
  networks: { blocked: [Network, Entry][]; allowed: [Network, Entry][] };
  /** False while there's nothing to look for in a request, as on most instances. */
  hasRequests: boolean;
}

const none = (): Record<BlockKind, Entry[]> => ({ network: [], user_agent: [], mail_domain: [] });
const EMPTY: Lists = {
  blocked: none(),
  allowed: none(),
  networks: { blocked: [], allowed: [] },
  hasRequests: false,
};

/**
 * What staff keep out: networks, programs by their user agent, and domains of e-mail addresses. In memory, as it's asked
 * before every request; a signal or a gap makes every node read the table again. Entries end on their own. One that allows
 * wins over all that block.
 */
export class Blocks {
  readonly #database: Database;
  readonly #log: Logger;
  #lists: Lists = EMPTY;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
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
    const { networks, blocked, allowed } = this.#lists;
    const ip = parseIpAddress(address);
    const among = (list: [Network, Entry][]) =>
      ip && list.find(([network, { endsAt }]) => endsAt > now && contains(network, ip))?.[1].id;
    const byNetwork = among(networks.blocked);
    if (byNetwork !== undefined && among(networks.allowed) === undefined) return byNetwork;
    return unlessAllowed(matchAgent, { blocked: blocked.user_agent, allowed: allowed.user_agent })(
      userAgent,
      now,
    );
  }

  /** Returns the id of the entry that keeps new accounts with this e-mail address out, or undefined. */
  findForEmail(email: string, now: number): string | undefined {
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    const { blocked, allowed } = this.#lists;
    return unlessAllowed(matchDomain, { blocked: blocked.mail_domain, allowed: allowed.mail_domain })(
      domain,
      now,
    );
  }

  async load(): Promise<void> {
    const rows = await this.#database.orm.select().from(instanceBlocks);
    const lists: Lists = {
      ...EMPTY,
      blocked: none(),
      allowed: none(),
      networks: { blocked: [], allowed: [] },
    };
    for (const { id, kind, effect, value, ends_at } of rows) {
      const endsAt = ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at);
      const entry = { id, value: value.toLowerCase(), endsAt };
      const side = effect === "allow" ? "allowed" : "blocked";
      lists[side][kind].push(entry);
      const network = kind === "network" ? parseNetwork(value) : undefined;
      if (network) lists.networks[side].push([network, entry]);
    }
    lists.hasRequests = lists.networks.blocked.length > 0 || lists.blocked.user_agent.length > 0;
    this.#lists = lists;
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
      } catch (error) {
        this.#log.error({ err: error }, "reading the blocks failed");
        setTimeout(() => void this.#refresh(), RETRY_MS).unref();
      }
    });
    return this.#refreshing;
  }
}

function unlessAllowed(
  match: (value: string, subject: string) => boolean,
  { blocked, allowed }: { blocked: Entry[]; allowed: Entry[] },
): Match<string> {
  return (subject, now) => {
    const find = (list: Entry[]) =>
      list.find(({ value, endsAt }) => endsAt > now && match(value, subject))?.id;
    const found = find(blocked);
    return found !== undefined && find(allowed) === undefined ? found : undefined;
  };
}

/** `*` stands for anything, and what's around the pattern doesn't matter. Takes time in proportion to the text. */
export function matchAgent(pattern: string, userAgent: string): boolean {
  const text = userAgent.toLowerCase();
  let from = 0;
  for (const part of pattern.toLowerCase().split("*")) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** A domain includes those below it. */
function matchDomain(value: string, domain: string): boolean {
  return domain === value || domain.endsWith(`.${value}`);
}
