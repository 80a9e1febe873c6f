import { Button, Text } from "@mantine/core";
import classes from "./LinkOutcomes.module.css";
import type { LinkOutcome } from "./link-outcomes.ts";

const SHOWN_MAX = 30;

interface LinkOutcomesProps {
  outcomes: readonly LinkOutcome[];
  asksAge: boolean;
  /** Shows what the page asks before an adult link, or takes it away. */
  onAskAge: (asks: boolean) => void;
}

/** The links that this visitor can't simply open. */
export function LinkOutcomes({ outcomes, asksAge, onAskAge }: LinkOutcomesProps) {
  if (outcomes.length === 0) return null;
  const others = outcomes.length - SHOWN_MAX;
  return (
    <div className={classes.outcomes}>
      <ul aria-label="Links that don’t simply open">
        {outcomes.slice(0, SHOWN_MAX).map((outcome) => (
          <li key={outcome.id}>
            <Text size="sm" fw={600} truncate component="span" display="block">
              {outcome.title}
            </Text>
            <Text size="sm" c="dimmed" component="span">
              {outcome.what}
            </Text>
            {outcome.asksAge && (
              <Button variant="subtle" size="compact-sm" onClick={() => onAskAge(!asksAge)}>
                {asksAge ? "Hide the question" : "Show the question"}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <Text size="sm" c="dimmed">
          And {others} more.
        </Text>
      )}
    </div>
  );
}
