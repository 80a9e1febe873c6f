import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";

interface ConflictNoticeProps {
  changed: string;
  entity: { theirs: unknown; isSending: boolean; keepMine: () => void; takeTheirs: () => void };
}

/** Shown if another person or tab saved first, so that no version is dropped without asking. */
export function ConflictNotice({ changed, entity }: ConflictNoticeProps) {
  if (!entity.theirs) return null;
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
        <Text size="sm">{changed} Which version do you want to keep?</Text>
        <Group gap="xs">
          <Button size="compact-md" loading={entity.isSending} onClick={entity.keepMine}>
            Keep mine
          </Button>
          <Button size="compact-md" variant="default" disabled={entity.isSending} onClick={entity.takeTheirs}>
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
