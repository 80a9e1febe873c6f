import { Button, Group, Stack, Text } from "@mantine/core";
import type { Setting } from "#src/features/instance/settings/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import type { SettingFieldProps } from "./field-props.ts";
import { SettingField } from "./SettingField.tsx";
import { settingWords } from "./setting-words.ts";

interface SettingRowProps extends SettingFieldProps {
  /** What the form was filled in with. */
  saved: string;
  onHistory: () => void;
}

/** A setting, where its value comes from, and the ways back. They only fill in the form. */
export function SettingRow({ setting, saved, field, onHistory }: SettingRowProps) {
  const { label, source, changed } = setting;
  const canReset = source !== "environment" && field.value !== setting.default;
  const small = { variant: "subtle", size: "compact-sm", px: 6 } as const;
  return (
    <Stack component="li" gap={6} style={{ overflowWrap: "anywhere" }}>
      <SettingField setting={setting} field={field} />
      <Group gap={4} justify="space-between" align="flex-start">
        <Text size="xs" c="dimmed" style={{ flex: "1 1 12rem" }} dir="auto">
          {originOf(setting)}
        </Text>
        <Group gap={4}>
          {field.value !== saved && (
            <Button {...small} aria-label={`Undo: ${label}`} onClick={() => field.onChange(saved)}>
              Undo
            </Button>
          )}
          {canReset && (
            <Button
              {...small}
              aria-label={`Use the default: ${label}`}
              onClick={() => field.onChange(setting.default)}
            >
              Use the default
            </Button>
          )}
          {changed && (
            <Button {...small} aria-label={`Changes: ${label}`} onClick={onHistory}>
              Changes
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}

function originOf(setting: Setting): string {
  const { source, changed } = setting;
  if (source === "environment") return "";
  const origin = source === "default" ? "This is the default." : "Set on this page.";
  if (!changed) return origin;
  const at = formatDateTime(changed.at);
  const by = changed.by ?? "Someone who has left";
  if (changed.before === null) return `${origin} ${`${by} changed it on ${at}.`}`;
  const before = settingWords(setting, changed.before);
  return `${origin} ${`${by} changed it on ${at}. It was “${before}”.`}`;
}
