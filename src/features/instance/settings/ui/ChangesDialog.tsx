import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Setting, SettingChange } from "#src/features/instance/settings/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { settingWords } from "./setting-words.ts";
import { settingsApi } from "./shared/settings-queries.ts";

interface ChangesDialogProps {
  setting: Setting;
  /** Fills in the form. */
  onPick: (text: string) => void;
  onClose: () => void;
}

/** What a setting was, and who changed it when. */
export function ChangesDialog({ setting, onPick, onClose }: ChangesDialogProps) {
  const { name, label } = setting;
  const query = useQuery(settingsApi.listChanges.queryOptions({ input: { name } }));
  return (
    <Modal opened onClose={onClose} title={`Changes of “${label}”`} centered>
      {query.data ? (
        <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: "none", overflowWrap: "anywhere" }}>
          {query.data.items.map((change) => (
            <Change key={change.id} setting={setting} change={change} onPick={onPick} />
          ))}
        </Stack>
      ) : (
        <QueryState query={query} failure="We couldn’t load the changes." height={160} />
      )}
    </Modal>
  );
}

interface ChangeProps extends Pick<ChangesDialogProps, "setting" | "onPick"> {
  change: SettingChange;
}

function Change({ setting, change: { at, by, before, after, reason }, onPick }: ChangeProps) {
  const words = (text: string | null) =>
    text === null ? "It isn’t known anymore" : settingWords(setting, text);
  const canPick = before !== null && before !== setting.value && setting.source !== "environment";
  return (
    <Stack component="li" gap={2}>
      <Text size="xs" c="dimmed" dir="auto">
        {`${by ?? "Someone who has left"}, ${formatDateTime(at)}`}
      </Text>
      <Group gap="xs" justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" dir="auto">
            Before: {words(before)}
          </Text>
          <Text size="sm" fw={600} dir="auto">
            After: {words(after)}
          </Text>
          {reason !== "" && (
            <Text size="sm" dir="auto">
              {reason}
            </Text>
          )}
        </div>
        {canPick && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ flexShrink: 0 }}
            aria-label={`Use again: ${words(before)}`}
            onClick={() => onPick(before)}
          >
            Use again
          </Button>
        )}
      </Group>
    </Stack>
  );
}
