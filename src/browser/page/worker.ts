/** Long enough for the page to finish loading undisturbed. */
const IDLE_TIMEOUT_MS = 5000;

/** Registers the page's service worker in idle time after loading, and sends it the page's list of files. */
export function startWorker(page: Document): void {
  const url = page.querySelector<HTMLScriptElement>("script[data-worker]")?.dataset.worker;
  // Pages without https can't have a worker; Safari lacks idle callbacks.
  if (!url || !("serviceWorker" in navigator)) return;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
  const register = () => idle(() => void announce(url).catch(() => undefined), { timeout: IDLE_TIMEOUT_MS });
  if (page.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

async function announce(url: string): Promise<void> {
  await navigator.serviceWorker.register(url);
  const { active } = await navigator.serviceWorker.ready;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ page: location.href, files });
}
