import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { PublishedProfile } from "./creator.ts";
import type { Store } from "./stores.ts";
import { waitUntil } from "./wait-until.ts";

interface Sent {
  ids: string[];
  path: string;
  body: string;
  kind: "clicks" | "views";
}

const CLIENTS = 24;
const SETTLE_MS_MAX = 60_000;
const USER_AGENTS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
];

/**
 * Visitors who click and view pages, remember what was acknowledged, and resend the rest under the same ids.
 */
export class EventLoad {
  readonly acknowledged = { clicks: new Set<string>(), views: new Set<string>() };
  /** How many requests got no answer and were sent again. */
  interrupted = 0;
  readonly #unanswered: Sent[] = [];
  readonly #profiles: PublishedProfile[];
  #made = 0;
  #isRunning = false;

  constructor(profiles: PublishedProfile[]) {
    this.#profiles = profiles;
  }

  get size(): number {
    return this.acknowledged.clicks.size + this.acknowledged.views.size;
  }

  /** Sends until `stop` is called or the process at `url` is gone. */
  async run(url: string): Promise<void> {
    this.#isRunning = true;
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.#visit(url, client)));
  }

  stop(): void {
    this.#isRunning = false;
  }

  /** Sends unanswered events until all are answered. */
  async settle(url: string): Promise<void> {
    await waitUntil("everything is acknowledged", SETTLE_MS_MAX, async () => {
      for (const sent of this.#unanswered.splice(0)) await this.#send(url, sent, 0);
      return this.#unanswered.length === 0;
    });
  }

  async #visit(url: string, client: number): Promise<void> {
    while (this.#isRunning) {
      const sent = this.#unanswered.pop() ?? this.#make();
      if (!(await this.#send(url, sent, client))) return;
    }
  }

  #make(): Sent {
    const n = this.#made++;
    const profile = this.#profiles[n % this.#profiles.length];
    const session_id = `session-${n % 97}`;
    if (n % 4 === 0) {
      const id = randomUUID();
      const body = JSON.stringify({ id, profile_id: profile?.id, session_id });
      return { ids: [id], path: "/api/v1/views", body, kind: "views" };
    }
    const events = Array.from({ length: 1 + (n % 3) }, (_, event) => ({
      id: randomUUID(),
      link_id: profile?.linkIds[(n + event) % profile.linkIds.length],
      session_id,
      referrer: "https://www.instagram.com/",
    }));
    return {
      ids: events.map(({ id }) => id),
      path: "/api/v1/clicks",
      body: JSON.stringify({ events }),
      kind: "clicks",
    };
  }

  /** False if there was no answer. The events then wait to be sent again. */
  async #send(url: string, sent: Sent, client: number): Promise<boolean> {
    try {
      const headers = {
        "content-type": "application/json",
        "user-agent": USER_AGENTS[client % USER_AGENTS.length] ?? "",
        "x-forwarded-for": `81.2.69.${client}`,
      };
      const response = await fetch(url + sent.path, { method: "POST", headers, body: sent.body });
      const text = await response.text();
      if (response.status < 500 && response.status !== 202) throw new Refused(`${response.status} ${text}`);
      if (response.status === 202) {
        for (const id of sent.ids) this.acknowledged[sent.kind].add(id);
        return true;
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    this.interrupted++;
    this.#unanswered.push(sent);
    return false;
  }

  /** Every acknowledged event is stored once, and all counts match the rows. */
  async expectCounted(store: Store): Promise<void> {
    const [clicked, viewed, [counted], totals, [visitors]] = await Promise.all([
      compare(store, "link_analytics", this.acknowledged.clicks),
      compare(store, "page_views", this.acknowledged.views),
      store.rows<{ wrong: number; clicks: number }>(COUNTED),
      store.rows<{ dimension: string; clicks: number; views: number }>(TOTALS),
      store.rows<{ counted: number; here: number }>(VISITORS),
    ]);
    expect([clicked, viewed]).toEqual([EXACT, EXACT]);
    const clicks = this.acknowledged.clicks.size;
    const views = this.acknowledged.views.size;
    expect(counted).toEqual({ wrong: 0, clicks });
    expect(totals).toEqual([
      { dimension: "client", clicks, views },
      { dimension: "link", clicks, views: 0 },
      { dimension: "place", clicks, views },
      { dimension: "referrer", clicks, views },
      { dimension: "total", clicks, views },
    ]);
    expect(visitors?.counted).toBe(visitors?.here);
  }
}

const COUNTED = `select count(*) filter (where l.click_count <> coalesce(a.clicks, 0))::int as wrong,
    sum(l.click_count)::int as clicks
  from links l left join (select link_id, count(*) as clicks from link_analytics group by 1) a on a.link_id = l.id`;
const TOTALS = `select dimension, sum(clicks)::int as clicks, sum(views)::int as views from analytics_rollups
  where grain = 'quarter' group by 1 order by 1`;
const VISITORS = `select (select sum(visitors)::int from analytics_rollups
    where grain = 'quarter' and dimension = 'total') as counted,
  (select count(*)::int from daily_visitors) as here`;

class Refused extends Error {}

const EXACT = { lost: [], twice: 0, unknown: 0 };

/** Acknowledged ids without a row (the first few), surplus rows, and rows that nobody sent. */
async function compare(store: Store, table: string, acknowledged: Set<string>) {
  const rows = await store.rows<{ id: string }>(`select id::text from ${table}`);
  const stored = new Set(rows.map(({ id }) => id));
  return {
    lost: [...acknowledged.difference(stored)].slice(0, 5),
    twice: rows.length - stored.size,
    unknown: stored.difference(acknowledged).size,
  };
}
