import { pageChanged } from "#src/features/pages/profiles/signals.ts";
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { wwwPair } from "./hosts.ts";
import { domainsChanged } from "./signals.ts";
import { listServedHosts, type ServedHost } from "./store.ts";

const RETRY_MS = 1_000;

/** A host that serves a profile's page, or only redirects to the host that does. */
export interface HostEntry extends ServedHost {
  isTwin: boolean;
}

/**
 * The hosts that serve pages, in memory, because every request needs them. A change reloads a profile's hosts
 * on every node, a gap reloads all of them.
 */
export class ServedHosts {
  readonly #platform: Platform;
  #hosts: ReadonlyMap<string, HostEntry> = new Map();
  #own: readonly ServedHost[] = [];
  #loading: Promise<void> = Promise.resolve();

  constructor(platform: Platform) {
    this.#platform = platform;
    const { signals } = platform;
    signals.on(domainsChanged, ({ profile_id }) => this.load(profile_id));
    signals.on(pageChanged, async ({ profile_id }) => {
      if (this.#own.some((host) => host.profile_id === profile_id)) await this.load(profile_id);
    });
    signals.onGap(() => void this.load());
  }

  /** `host` in lowercase, without a port. */
  find(host: string): HostEntry | undefined {
    return this.#hosts.get(host);
  }

  /**
   * Runs in sequence, so that an older result never replaces a newer one. Retries until the database
   * responds.
   */
  load(profileId?: string): Promise<void> {
    this.#loading = this.#loading.then(async () => {
      try {
        const loaded = await listServedHosts(this.#platform.database.orm, profileId);
        const others = this.#own.filter(({ profile_id }) => profile_id !== profileId);
        this.#own = profileId === undefined ? loaded : [...others, ...loaded];
        this.#hosts = indexOf(this.#own);
      } catch (error) {
        this.#platform.log.error({ err: error }, "reading the domains failed");
        setTimeout(() => void this.load(), RETRY_MS).unref();
      }
    });
    return this.#loading;
  }
}

/** A domain that someone has added outranks the twin of another. */
function indexOf(own: readonly ServedHost[]): Map<string, HostEntry> {
  const twins = own.flatMap((host): [string, HostEntry][] => {
    const twin = wwwPair(host);
    return twin === undefined ? [] : [[twin, { ...host, isTwin: true }]];
  });
  const hosts = own.map((host): [string, HostEntry] => [host.host, { ...host, isTwin: false }]);
  return new Map([...twins, ...hosts]);
}

export const servedHosts = processLocal((platform) => new ServedHosts(platform));
