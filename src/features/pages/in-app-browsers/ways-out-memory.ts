import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import type { AppVersion } from "./app-version-rules.ts";
import type { ExitMethod, ExitPlatform, ExitSystem } from "./rules.ts";
import { waysOutChanged } from "./signals.ts";
import { type SortedRules, sortRules, waysFor } from "./ways-out-rules.ts";
import { listWaysOutRules } from "./ways-out-store.ts";

const RETRY_MS = 1_000;

/**
 * The ways out of apps as staff have set them, in memory, as visitors' requests are answered by it. A signal or a gap
 * makes every node read the table again and then call the `onChange` handlers.
 */
export class WaysOut {
  readonly #platform: Platform;
  readonly #changeHandlers: (() => void)[] = [];
  #rules: ReadonlyMap<string, SortedRules> = new Map();
  #loading: Promise<void> | undefined;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.signals.on(waysOutChanged, () => this.#refresh());
    platform.signals.onGap(() => void this.#refresh());
  }

  /** Called after the table has changed, because pages made from it are stale. */
  onChange(handler: () => void): void {
    this.#changeHandlers.push(handler);
  }

  /** Resolves once the table has been read. Fails if the database does, and then tries again when asked again. */
  ready(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Best first. Empty if there are only instructions. */
  find({
    app,
    os,
    version,
  }: {
    app: string;
    os: ExitSystem;
    version: AppVersion | null;
  }): readonly ExitMethod[] {
    return os === "other" ? [] : waysFor(this.#rules.get(keyOf(app, os)) ?? [], { app, os, version });
  }

  async #load(): Promise<void> {
    const byKey = Map.groupBy(await listWaysOutRules(this.#platform.database.orm), ({ app, os }) =>
      keyOf(app, os),
    );
    this.#rules = new Map([...byKey].map(([key, rules]) => [key, sortRules(rules)]));
  }

  /** In sequence, so that an older result never replaces a newer one. Retries until the database responds. */
  #refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(async () => {
      try {
        await this.#load();
        for (const handler of this.#changeHandlers) handler();
      } catch (error) {
        this.#platform.log.error({ err: error }, "reading the ways out of apps failed");
        setTimeout(() => void this.#refresh(), RETRY_MS).unref();
      }
    });
    return this.#refreshing;
  }
}

const keyOf = (app: string, os: ExitPlatform) => `${app} ${os}`;

export const waysOutOf = processLocal((platform) => new WaysOut(platform));
