/* The processes of this instance. Each says every few seconds that it's there, how it is, and whom it reached. */
import { randomUUID } from "node:crypto";
import { cpus, hostname, loadavg, totalmem } from "node:os";
import { addSeconds } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { findDiskSpace } from "#src/platform/disk-space.ts";
import { takeDoorNews } from "#src/platform/observe/doors.ts";
import { BEAT_MS, GONE_SECONDS, type NodeFigures } from "../rules.ts";
import { deleteNode, listDoorRows, listNodeRows, upsertDoors, upsertNode } from "./nodes-store.ts";

/** What only the process's own parts know. */
export interface Gauges {
  loopMs: number;
  pageHits: number;
  pageMisses: number;
  pageBytes: number;
}

export class Heartbeat {
  readonly #platform: Platform;
  readonly #gauges: () => Promise<Gauges>;
  readonly #id = randomUUID();
  readonly #startedAt: string;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(platform: Platform, gauges: () => Promise<Gauges>) {
    this.#platform = platform;
    this.#gauges = gauges;
    this.#startedAt = platform.now().toISOString();
  }

  start(): void {
    this.#beating = this.beat();
    this.#timer = setInterval(() => {
      this.#beating = this.beat();
    }, BEAT_MS).unref();
  }

  /** A database that can't be reached shows by the node's silence. */
  async beat(): Promise<void> {
    const { db, now, installation, log } = this.#platform;
    const seen_at = now().toISOString();
    try {
      const figures = await this.#figures();
      const { version, config } = installation;
      await upsertNode(
        db,
        {
          id: this.#id,
          name: hostname(),
          version,
          roles: [...config.ROLES],
          figures,
          started_at: this.#startedAt,
          seen_at,
        },
        addSeconds(now(), -GONE_SECONDS),
      );
      await upsertDoors(db, takeDoorNews(), now());
    } catch (error) {
      log.warn({ err: error }, "this node couldn't say that it's there");
    }
  }

  async #figures(): Promise<NodeFigures> {
    const { loopMs, pageHits, pageMisses, pageBytes } = await this.#gauges();
    const disk = await findDiskSpace(this.#platform.installation.dataFolder);
    const [load = 0] = loadavg();
    return {
      load: Math.round(load * 100) / 100,
      cpus: cpus().length,
      memory: process.memoryUsage.rss(),
      // Without a limit, the first of these is a number without meaning.
      memory_total: Math.min(process.constrainedMemory() || totalmem(), totalmem()),
      loop_ms: Math.round(loopMs),
      disk_free: disk?.free ?? 0,
      disk_total: disk?.total ?? 0,
      page_hits: pageHits,
      page_misses: pageMisses,
      page_bytes: pageBytes,
    };
  }

  /** A node that stops in peace isn't missed. */
  async stop(): Promise<void> {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    await this.#beating;
    await deleteNode(this.#platform.db, this.#id).catch(() => {});
  }
}

export { listDoorRows, listNodeRows };
