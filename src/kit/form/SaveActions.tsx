import { Button, Group, Text } from "@mantine/core";

interface SaveActionsProps {
  dirty: boolean;
  sending: boolean;
  onDiscard: () => void;
}

/** On the smallest phones, both buttons fit into one line in every language. */
const PADDING = { base: "sm", xs: 18 };

/** The end of a form that stays on the screen: its state, and its buttons. */
export function SaveActions({ dirty, sending, onDiscard }: SaveActionsProps) {
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" aria-live="polite">
        {dirty ? "Unsaved changes" : "All changes saved"}
      </Text>
      <Group gap="xs">
        {dirty && (
          <Button variant="default" px={PADDING} disabled={sending} onClick={onDiscard}>
            Discard changes
          </Button>
        )}
        {/* Not disabled, because it would lose the focus once there's nothing left to save. */}
        <Button
          type="submit"
          px={PADDING}
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
  );
}
