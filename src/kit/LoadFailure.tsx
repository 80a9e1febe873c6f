import { Button, EmptyState, Paper } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { refusalOf, sentenceOf } from "./refusal.ts";

interface LoadFailureProps {
  error: unknown;
  /** Shown if the server didn't say why. */
  fallback: string;
  onRetry: () => void;
}

/** Replaces whatever couldn't be loaded. */
export function LoadFailure({ error, fallback, onRetry }: LoadFailureProps) {
  // Trying again doesn't bring back what was deleted.
  const isGone = refusalOf(error)?.status === 404;
  return (
    <Paper withBorder radius="lg" p="xl" role="alert">
      <EmptyState
        icon={<IconCloudOff />}
        variant="light"
        color="red"
        title={isGone ? "Not there anymore" : "Couldn’t load this"}
        description={sentenceOf(error, fallback)}
      >
        {!isGone && (
          <EmptyState.Actions>
            <Button leftSection={<IconRefresh size={18} />} onClick={onRetry}>
              Try again
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </Paper>
  );
}
