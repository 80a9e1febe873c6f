import { formatCountdown, type Promotion } from "#src/features/profiles/page/promotion.ts";

const MINUTE_MS = 60_000;

/**
 * The promotion banner (spec §4, §9). The script that runs the clock also shows it, because a stopped clock
 * would be wrong.
 */
export function PromotionBanner({ promotion }: { promotion: Promotion }) {
  const { text, deadline, minutes, ends_at } = promotion;
  return (
    <aside
      className="banner"
      aria-label="Promotion"
      data-countdown={deadline}
      data-minutes={deadline === "fixed" ? undefined : minutes}
      data-ends={ends_at ?? undefined}
    >
      <p dir="auto">{text}</p>
      <span className="clock" lang="en" role="timer" aria-label="Time left">
        {deadline === "fixed" ? "" : formatCountdown(minutes * MINUTE_MS)}
      </span>
    </aside>
  );
}
