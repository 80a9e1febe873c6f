import { formatCountdown } from "#src/features/pages/profiles/page/promotion.ts";

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** The promotion's deadline according to the page's markup. */
export interface CountdownSettings {
  kind: string | undefined;
  minutes: number;
  ends: string | undefined;
  /** Every promotion has a different one. */
  promotion: string | undefined;
}

/**
 * Returns the end of the promotion in ms since 1970. Kind `restart` begins again on every load (spec §4),
 * `visitor` once for each visitor and promotion, and `fixed` ends at a set moment. If `storage` throws, as
 * browsers' may, the visitor counts as new.
 */
export function deadlineOf(
  { kind, minutes, ends, promotion }: CountdownSettings,
  key: string,
  { storage, now }: { storage: () => Pick<Storage, "getItem" | "setItem">; now: number },
): number {
  if (kind === "fixed") return Date.parse(ends ?? "");
  const fresh = now + minutes * MINUTE_MS;
  if (kind !== "visitor") return fresh;
  try {
    const [keptFor, kept] = storage().getItem(key)?.split(" ") ?? [];
    if (keptFor === promotion && Number(kept) > 0) return Number(kept);
    storage().setItem(key, `${promotion} ${fresh}`);
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
  const { promotion } = document.querySelector<HTMLElement>("script[data-promotion]")?.dataset ?? {};
  const settings = { kind, minutes: Number(minutes), ends, promotion };
  const deadline = deadlineOf(settings, `countdown ${profile_id}`, {
    storage: () => localStorage,
    now: Date.now(),
  });
  if (promotion) rememberEnd(deadline <= Date.now(), promotion);
  const tick = () => {
    const left = deadline - Date.now();
    if (left <= 0) {
      banner.hidden = true;
      if (promotion) rememberEnd(true, promotion);
      return;
    }
    clock.textContent = formatCountdown(left);
    clock.dataset.runs = "";
    // Runs just after each full second, so that none is shown twice or skipped.
    setTimeout(tick, (left % SECOND_MS) + 1);
  };
  tick();
}

/** The script in the head reads this, so that an ended promotion doesn't flash up on the next load. */
function rememberEnd(hasEnded: boolean, promotion: string): void {
  if (!hasEnded) delete document.documentElement.dataset.ended;
  try {
    if (hasEnded) localStorage.setItem(`ended ${location.pathname}`, promotion);
    else localStorage.removeItem(`ended ${location.pathname}`);
  } catch {
    // Without storage, the promotion flashes for a moment.
  }
}
