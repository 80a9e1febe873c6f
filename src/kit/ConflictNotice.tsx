import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";

interface ConflictNoticeProps {
  message: string;
  sending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shown when another person or tab saved first: no version is dropped without asking. */
export function ConflictNotice({ message, sending, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <Alert
      ref={bringIntoSight}
      color="brass"
      variant="light"
      role="alert"
      icon={<IconGitMerge size={20} />}
      title="Two versions"
    >
      <Stack gap="sm">
        <Text size="sm">{message} Which version do you want to keep?</Text>
        <Group gap="xs">
          <Button size="compact-md" loading={sending} onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button size="compact-md" variant="default" disabled={sending} onClick={onTakeTheirs}>
            Use theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function bringIntoSight(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: "center" });
}
