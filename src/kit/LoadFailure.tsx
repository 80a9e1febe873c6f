import { Button, EmptyState, Paper } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { sentenceOf } from "./refusal.ts";

interface LoadFailureProps {
  error: unknown;
  /** Shown if the server didn't say why. */
  fallback: string;
  onRetry: () => void;
}

/** Replaces whatever couldn't be loaded. */
export function LoadFailure({ error, fallback, onRetry }: LoadFailureProps) {
  return (
    <Paper withBorder radius="lg" p="xl" role="alert">
      <EmptyState
        icon={<IconCloudOff />}
        variant="light"
        color="red"
        title="Couldn’t load this"
        description={sentenceOf(error, fallback)}
      >
        <EmptyState.Actions>
          <Button leftSection={<IconRefresh size={18} />} onClick={onRetry}>
            Try again
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
}
