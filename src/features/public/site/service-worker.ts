import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Spec §2 names both, and they're the same worker. Pages register the first. */
export const WORKER_PATHS = ["/sw.js", "/advanced-sw.js"] as const;

/** The service worker's text, and whether it's one that stays. */
export interface ServiceWorkerScript {
  script: string;
  isKept: boolean;
  /** The dashboard's own worker, which shows notifications. Undefined without a build. */
  push: string | undefined;
}

/**
 * Replaces the worker when it's switched off: removes all copies (`browser/sw/cache-storage.ts`) and then
 * itself.
 */
const REMOVAL = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) if (name.startsWith("kept-")) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** Reads the built worker, or if it's switched off or there's no build, the one that removes it. */
export function readServiceWorker(clientFolder: string, setting: "on" | "off"): ServiceWorkerScript {
  const built = (name: string) => {
    const file = join(clientFolder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  const script = setting === "on" ? built("sw.js") : undefined;
  return { script: script ?? REMOVAL, isKept: script !== undefined, push: built("push.js") };
}
