import { Badge } from "@mantine/core";
import classes from "./analytics.module.css";
import type { LiveState } from "./live.ts";

const WORDS: Record<LiveState, string> = {
  opening: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
};

/** Tells whether new visits show up by themselves. */
export function LiveBadge({ state }: { state: LiveState }) {
  return (
    <Badge
      variant="default"
      tt="none"
      size="lg"
      role="status"
      leftSection={<span className={classes.dot} data-state={state} />}
    >
      {WORDS[state]}
    </Badge>
  );
}
