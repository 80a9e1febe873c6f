import { Button, EmptyState, Paper } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { sentenceOf } from "./refusal.ts";

interface LoadFailureProps {
  error: unknown;
  /** Said when the server gave no sentence of its own. */
  fallback: string;
  onRetry: () => void;
}

/** Stands where something could not be loaded. */
export function LoadFailure({ error, fallback, onRetry }: LoadFailureProps) {
  return (
    <Paper withBorder radius="lg" p="xl" role="alert">
      <EmptyState
        icon={<IconCloudOff />}
        variant="light"
        color="red"
        title="This could not be loaded"
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
