import { Button, EmptyState, Paper } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { useContext } from "react";
import { errorMessage } from "./api-error.ts";
import { OtherAccountSlot, otherAccountQueryOf } from "./other-account.ts";

interface LoadFailureProps {
  error: unknown;
  /** Shown if the server didn't give a reason. */
  fallback: string;
  onRetry: () => void;
}

/**
 * Stands in for content that couldn't be loaded. If it isn't in this account, it may be in another one of the
 * person's.
 */
export function ErrorPanel({ error, fallback, onRetry }: LoadFailureProps) {
  const Found = useContext(OtherAccountSlot);
  const ask = otherAccountQueryOf(error);
  const failure = (
    <Paper withBorder radius="lg" p="xl" role="alert">
      <EmptyState
        icon={<IconCloudOff />}
        variant="light"
        color="red"
        title="Couldn’t load this"
        description={errorMessage(error, fallback)}
      >
        <EmptyState.Actions>
          <Button leftSection={<IconRefresh size={18} />} onClick={onRetry}>
            Try again
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Paper>
  );
  return Found && ask ? <Found ask={ask}>{failure}</Found> : failure;
}
