/* The lists of bad hosts in memory. Each look at them asks the database which have changed, so no node is behind. */
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { HostSet } from "./host-set.ts";
import { findDigests, listRevisions } from "./list-store.ts";

interface Loaded {
  revision: string;
  hosts: HostSet;
}

const loadedOf = processLocal(() => new Map<string, Loaded>());

export interface Lists {
  size: number;
  /** The names of the lists that a host is on, or something that it’s below. */
  findAll(host: string): string[];
  find(host: string): string | undefined;
}

export async function loadLists(platform: Platform): Promise<Lists> {
  const loaded = loadedOf(platform);
  const current = await listRevisions(platform.db);
  for (const { id, revision } of current) {
    if (loaded.get(id)?.revision === revision) continue;
    const digests = await findDigests(platform.db, id);
    if (digests) loaded.set(id, { revision, hosts: HostSet.from(digests) });
  }
  const ids = new Set(current.map(({ id }) => id));
  for (const id of loaded.keys()) if (!ids.has(id)) loaded.delete(id);
  const lists = current.flatMap(({ id, name }) => {
    const hosts = loaded.get(id)?.hosts;
    return hosts ? [{ name, hosts }] : [];
  });
  return {
    size: lists.length,
    findAll: (host) => lists.filter(({ hosts }) => hosts.has(host)).map(({ name }) => name),
    find: (host) => lists.find(({ hosts }) => hosts.has(host))?.name,
  };
}
