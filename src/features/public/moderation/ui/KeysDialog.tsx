import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { DECISION_LABELS, DECISIONS } from "#src/features/public/moderation/cases/case-rules.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["j", "Next case"],
  ["k", "Previous case"],
  ["Enter", "Open the case"],
  ["u", "Back to the queue"],
  ["c", "Take the case, or give it back"],
  ["0", "Ask the owner"],
  ...DECISIONS.map((decision, at) => [String(at + 1), DECISION_LABELS[decision]] as const),
  ["?", "These keys"],
];

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys">
      <Stack gap="xs">
        {KEYS.map(([key, what]) => (
          <Group key={key} gap="sm" wrap="nowrap">
            <Kbd miw="3.5rem" ta="center">
              {key}
            </Kbd>
            <Text size="sm">{what}</Text>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
