import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import { webManifest } from "#src/features/site/manifest.ts";
import type { Platform } from "#src/platform/context.ts";

type App = Hono<{ Variables: { requestId: string } }>;

/** Spec §2 names both; they are the same worker. The first is the one that pages register. */
export const WORKER_PATHS = ["/sw.js", "/advanced-sw.js"] as const;

const MANIFEST_SECONDS = 60 * 60;

/** The service worker's text, and whether it is one that stays. */
export interface Worker {
  script: string;
  isKept: boolean;
}

/** Takes the place of the worker where it is switched off: removes all copies (`browser/sw/shelf.ts`), and then itself. */
const REMOVAL = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) if (name.startsWith("kept-")) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** The built worker, or the one that removes it when it is switched off; that one too where nothing is built. */
export function readWorker(clientFolder: string, setting: "on" | "off"): Worker {
  const file = join(clientFolder, "sw.js");
  if (setting === "off" || !existsSync(file)) return { script: REMOVAL, isKept: false };
  return { script: readFileSync(file, "utf8"), isKept: true };
}

/** What makes the product installable, and keeps pages for when there is no network. */
export function addInstalled(app: App, { platform, worker }: { platform: Platform; worker: Worker }): void {
  app.get("/manifest.json", () =>
    Response.json(webManifest(platform.instance.name), {
      headers: {
        "Content-Type": "application/manifest+json; charset=utf-8",
        "Cache-Control": `public, max-age=${MANIFEST_SECONDS}`,
      },
    }),
  );
  const headers = {
    "Content-Type": "text/javascript; charset=utf-8",
    // Browsers ask for it again with every page, so that switching it off reaches everybody.
    "Cache-Control": "no-cache",
    "Service-Worker-Allowed": "/",
    // The worker's own policy: it asks this site for pages and files, and nobody else for anything.
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; script-src 'self'",
  };
  for (const path of WORKER_PATHS) app.get(path, () => new Response(worker.script, { headers }));
}
