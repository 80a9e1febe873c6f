import { countdownText } from "#src/features/profiles/page/promotion.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** What the banner says of its deadline. */
export interface CountdownSettings {
  kind: string | undefined;
  minutes: number;
  ends: string | undefined;
}

/**
 * When the promotion ends, in ms since 1970: of kind `restart` anew on every load (spec §4), `visitor` once for each
 * visitor and settings, `fixed` at a moment. `storage` may throw, as browsers' do: then the visitor has just begun.
 */
export function deadlineOf(
  { kind, minutes, ends }: CountdownSettings,
  key: string,
  { storage, now }: { storage: () => Pick<Storage, "getItem" | "setItem">; now: number },
): number {
  if (kind === "fixed") return Date.parse(ends ?? "");
  const fresh = now + minutes * MINUTE_MS;
  if (kind !== "visitor") return fresh;
  try {
    const kept = Number(storage().getItem(`${key} ${minutes}`));
    if (kept > 0) return kept;
    storage().setItem(`${key} ${minutes}`, String(fresh));
  } catch {
    return fresh;
  }
  return fresh;
}

/** Runs the promotion's clock each second; the banner disappears at zero (spec §4). */
export function startCountdown(profile_id: string): void {
  const banner = document.querySelector<HTMLElement>("[data-countdown]");
  const clock = banner?.querySelector<HTMLElement>(".clock");
  if (!banner || !clock) return;
  const { countdown: kind, minutes, ends } = banner.dataset;
  const deadline = deadlineOf({ kind, minutes: Number(minutes), ends }, `countdown ${profile_id}`, {
    storage: () => localStorage,
    now: Date.now(),
  });
  if (kind === "visitor") rememberEnd(deadline <= Date.now());
  const tick = () => {
    const left = deadline - Date.now();
    if (left <= 0) {
      banner.hidden = true;
      if (kind === "visitor") rememberEnd(true);
      return;
    }
    clock.textContent = countdownText(left);
    clock.dataset.runs = "";
    // Just after the second turns, so that none is shown twice or left out.
    setTimeout(tick, (left % SECOND_MS) + 1);
  };
  tick();
}

/** The script in the head reads it, so that an ended promotion does not flash up on the next load. */
function rememberEnd(hasEnded: boolean): void {
  if (!hasEnded) delete document.documentElement.dataset.ended;
  try {
    if (hasEnded) localStorage.setItem(`ended ${location.pathname}`, "yes");
    else localStorage.removeItem(`ended ${location.pathname}`);
  } catch {
    // Then it flashes up.
  }
}
