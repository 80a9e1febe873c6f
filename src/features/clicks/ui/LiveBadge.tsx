import { Badge } from "@mantine/core";
import classes from "./analytics.module.css";
import type { LiveState } from "./live.ts";

const WORDS: Record<LiveState, string> = {
  opening: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
};
const COLORS: Record<LiveState, string> = { opening: "gray", live: "teal", reconnecting: "orange" };

/** Whether new visits appear by themselves. */
export function LiveBadge({ state }: { state: LiveState }) {
  return (
    <Badge
      variant="light"
      color={COLORS[state]}
      tt="none"
      size="lg"
      role="status"
      leftSection={<span className={classes.dot} data-live={state === "live" || undefined} />}
    >
      {WORDS[state]}
    </Badge>
  );
}
