import type { VisitAnswers } from "./visit.ts";

/** Consent applies to one page and certain services: another owner or another service has to ask again. */
let key = "consent";
const FACEBOOK = "https://connect.facebook.net/en_US/fbevents.js";
const GOOGLE = "https://www.googletagmanager.com/gtag/js?id=";

type Choice = "granted" | "denied";

interface PixelWindow extends Window {
  fbq?: FacebookQueue;
  _fbq?: FacebookQueue;
  dataLayer?: unknown[];
}

/** Facebook's script takes over the calls queued before it loaded. */
interface FacebookQueue {
  (...call: unknown[]): void;
  queue: unknown[];
  push: FacebookQueue;
  loaded: boolean;
  version: string;
  callMethod?: (...call: unknown[]) => void;
}

/**
 * Loads the owner's pixels: at once, or after consent where the law or the visitor's browser requires it.
 * Never in a browser that is signed in to the dashboard on this host, where they could do anything its owner
 * can; the server knows which browsers are.
 */
export async function startPixels(main: HTMLElement, visits: VisitAnswers | undefined): Promise<void> {
  const { facebook, google = "", invalidPixels } = main.dataset;
  // biome-ignore lint/suspicious/noConsole: the owner who looks why a pixel is silent finds the reason here (spec §5)
  if (invalidPixels) console.warn(`Skipped because it is invalid: ${invalidPixels}`);
  const measurements = google.split(" ").filter((id) => id !== "");
  if (!facebook && measurements.length === 0) return;
  const visit = visits?.first;
  const load = async () => {
    if (!(await visit)?.allows_pixels) return;
    if (facebook) loadFacebook(facebook);
    if (measurements.length > 0) loadGoogle(measurements);
  };
  const banner = document.querySelector<HTMLElement>("#consent");
  key = `consent ${main.dataset.profile} ${[facebook, ...measurements].join(" ")}`;
  let choice = saved();
  if (banner) {
    startChoices(banner, (chosen) => {
      const had = choice;
      choice = chosen;
      if (chosen === "granted" && had !== "granted") void load();
      // A running script can only be removed by reloading the page.
      if (chosen === "denied" && had === "granted") location.reload();
    });
  }
  if (choice === "granted") void load();
  const known = await visit;
  // If no pixel may load, there is nothing to ask.
  if (choice || known?.allows_pixels === false) return;
  if (asksForPrivacy(navigator) || (known?.needs_consent ?? true)) {
    if (banner && !choice) show(banner);
  } else if (!choice) {
    choice = "granted";
    void load();
  }
}

/** True for Global Privacy Control and Do Not Track. */
export function asksForPrivacy(browser: { globalPrivacyControl?: unknown; doNotTrack?: unknown }): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === "1";
}

function saved(): Choice | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === "granted" || kept === "denied" ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The banner covers the end of the page, which grows by its height, so every link can be scrolled clear of it. */
function show(banner: HTMLElement): void {
  banner.hidden = false;
  document.body.style.paddingBottom = `${banner.offsetHeight}px`;
}

function startChoices(banner: HTMLElement, onChoice: (choice: Choice) => void): void {
  const again = document.querySelector<HTMLElement>("[data-consent-again]");
  if (again) {
    again.hidden = false;
    again.addEventListener("click", () => {
      show(banner);
      banner.querySelector("button")?.focus();
    });
  }
  banner.addEventListener("click", ({ target }) => {
    const choice = target instanceof HTMLElement ? target.dataset.consent : undefined;
    if (choice !== "granted" && choice !== "denied") return;
    banner.hidden = true;
    document.body.style.paddingBottom = "";
    try {
      localStorage.setItem(key, choice);
    } catch {
      // Without storage, the next page shows the question again.
    }
    onChoice(choice);
  });
}

function loadScript(src: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = src;
  document.head.append(script);
}

function loadFacebook(id: string): void {
  const page = window as PixelWindow;
  const queue = ((...call: unknown[]) => {
    if (queue.callMethod) queue.callMethod(...call);
    else queue.queue.push(call);
  }) as FacebookQueue;
  Object.assign(queue, { queue: [], push: queue, loaded: true, version: "2.0" });
  page.fbq = queue;
  page._fbq = queue;
  loadScript(FACEBOOK);
  queue("init", id);
  queue("track", "PageView");
}

function loadGoogle(ids: string[]): void {
  const page = window as PixelWindow;
  const layer: unknown[] = page.dataLayer ?? [];
  page.dataLayer = layer;
  // Google's script recognizes commands by being `arguments` objects rather than arrays.
  function gtag(..._command: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments);
  }
  gtag("js", new Date());
  for (const id of ids) gtag("config", id);
  loadScript(GOOGLE + encodeURIComponent(ids[0] ?? ""));
}
