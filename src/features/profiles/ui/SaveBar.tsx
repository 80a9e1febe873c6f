import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import classes from "./ProfileEditor.module.css";

interface SaveBarProps {
  dirty: boolean;
  sending: boolean;
  failure: string | undefined;
  onDiscard: () => void;
}

/** Stays in view while there are unsaved changes. */
export function SaveBar({ dirty, sending, failure, onDiscard }: SaveBarProps) {
  return (
    <Paper
      withBorder
      radius="lg"
      shadow={dirty ? "md" : undefined}
      p="sm"
      className={dirty ? classes.bar : undefined}
    >
      <Stack gap="xs">
        <FormFailure message={failure} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed" aria-live="polite">
            {dirty ? "Unsaved changes" : "All changes saved"}
          </Text>
          <Group gap="xs">
            {dirty && (
              <Button variant="default" disabled={sending} onClick={onDiscard}>
                Discard changes
              </Button>
            )}
            {/* Not disabled: it would lose the focus once there is nothing left to save. */}
            <Button
              type="submit"
              loading={sending}
              data-disabled={!dirty || undefined}
              aria-disabled={!dirty || undefined}
              onClick={(event) => {
                if (!dirty) event.preventDefault();
              }}
            >
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}
