import { Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { ConditionEditor } from "#src/features/audience/segments/ui/shared/ConditionEditor.tsx";

interface ConditionFieldProps {
  label: string;
  value: Condition | null;
  catalog: Catalog;
  onChange: (condition: Condition | null) => void;
  /** Set if there may be none. */
  isOptional?: boolean;
  description?: string;
}

/** Which fans: by the same conditions as segments. */
export function ConditionField({ label, value, catalog, onChange, ...more }: ConditionFieldProps) {
  const { isOptional = false, description } = more;
  const isShown = value !== null || !isOptional;
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{label}</Text>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {isOptional && value !== null && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange(null)}>
            Remove condition
          </Button>
        )}
      </Group>
      {isShown ? (
        <ConditionEditor
          value={value ?? EVERYONE}
          catalog={catalog}
          // Text that can't be read yet isn't a condition; the last one that could be stays.
          onChange={(condition) => condition && onChange(condition)}
        />
      ) : (
        <Button
          variant="default"
          size="sm"
          style={{ alignSelf: "start" }}
          leftSection={<IconPlus size={16} />}
          aria-label={`Add condition: ${label}`}
          onClick={() => onChange(EVERYONE)}
        >
          Add condition
        </Button>
      )}
    </Stack>
  );
}
