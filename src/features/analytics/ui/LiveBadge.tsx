import { Badge } from "@mantine/core";
import type { LiveState } from "#src/kit/event-stream.ts";
import classes from "./analytics.module.css";

const WORDS: Record<LiveState, string> = {
  opening: "Connecting…",
  live: "Live",
  reconnecting: "Reconnecting…",
};

/** Says whether new visits show up by themselves. */
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
