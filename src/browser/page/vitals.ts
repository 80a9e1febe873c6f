import { VITALS_PATH } from "#src/lib/paths.ts";
import { type Network, postOnLeave } from "./beacon.ts";

/** Layout shifts and events have more than other entries. */
interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
}

/** Of so many visits, one is measured. */
const VISITS = 4;
/** Shorter responses aren't noticed. The first one is reported anyway. */
const RESPONSE_MS_MIN = 40;
/** Shifts that belong together (web.dev/articles/cls): closer than the gap, and no longer than the window. */
const GAP_MS = 1000;
const WINDOW_MS = 5000;

interface Measuring {
  network: Network;
  profile_id: string;
  whenHidden: (action: () => void) => void;
}

/** Measures how fast the page is for this visitor, and says so once, when they leave (web.dev/articles/vitals). */
export function startVitals({ network, profile_id, whenHidden }: Measuring): void {
  // A page that was opened in the background was slow for nobody.
  if (Math.random() * VISITS >= 1 || document.visibilityState !== "visible") return;
  let lcp: number | undefined;
  let inp: number | undefined;
  let [shifts, first, last] = [0, 0, 0];
  const onEvent = ({ interactionId, duration }: Entry) => {
    if (interactionId) inp = Math.max(inp ?? 0, Math.round(duration));
  };
  const stops = [
    observe("largest-contentful-paint", ({ startTime }) => {
      lcp = Math.round(startTime);
    }),
    observe("event", onEvent),
    observe("first-input", onEvent),
  ];
  let cls: number | undefined;
  const stopShifts = observe("layout-shift", ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return;
    if (startTime - last > GAP_MS || startTime - first > WINDOW_MS) [shifts, first] = [0, startTime];
    last = startTime;
    shifts += value;
    cls = Math.max(cls ?? 0, shifts);
  });
  if (stopShifts) cls = 0;
  let isSent = false;
  whenHidden(() => {
    if (isSent) return;
    isSent = true;
    for (const stop of [...stops, stopShifts]) stop?.();
    if (lcp !== undefined || inp !== undefined)
      postOnLeave(network, VITALS_PATH, { profile_id, lcp, inp, cls: cls && Number(cls.toFixed(3)) });
  });
}

/** Undefined if the browser doesn't know the type. What's returned takes what's left, and ends it. */
function observe(type: string, take: (entry: Entry) => void): (() => void) | undefined {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return undefined;
  const takeAll = (entries: PerformanceEntryList) => {
    for (const entry of entries) take(entry as Entry);
  };
  const observer = new PerformanceObserver((list) => takeAll(list.getEntries()));
  observer.observe({ type, buffered: true, durationThreshold: RESPONSE_MS_MIN } as PerformanceObserverInit);
  return () => {
    takeAll(observer.takeRecords());
    observer.disconnect();
  };
}
