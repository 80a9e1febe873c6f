import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { WaysOutRow } from "../ways-out-contract.ts";
import { changedText, scopeOf, waysText } from "./ways-out-client.ts";

interface WaysOutListProps {
  rows: readonly WaysOutRow[];
  onEdit: (row: WaysOutRow) => void;
  onHistory: (row: WaysOutRow) => void;
}

/** The apps, and what their visitors are offered on each system and from each version on. */
export function WaysOutList({ rows, ...actions }: WaysOutListProps) {
  const apps = [...Map.groupBy(rows, ({ app }) => app)];
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
      {apps.map(([app, own]) => (
        <Paper key={app} component="li" withBorder radius="lg" px="md" py="sm">
          <Title order={2} size="h4" mb="xs">
            {own[0]?.label}
          </Title>
          <Stack gap="sm">
            {own.map((row) => (
              <Row key={`${row.os} ${row.from_version}`} row={row} {...actions} />
            ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

function Row({ row, onEdit, onHistory }: Omit<WaysOutListProps, "rows"> & { row: WaysOutRow }) {
  const { label, ways, is_changed, has_changes, changed } = row;
  const scope = scopeOf(row);
  const named = `${label}, ${scope}`;
  return (
    <Group justify="space-between" align="flex-start" gap="xs" style={{ overflowWrap: "anywhere" }}>
      <Stack gap={2} style={{ flex: "1 1 14rem" }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {scope}
          </Text>
          {is_changed && (
            <Badge size="sm" variant="light" color="brass">
              Changed
            </Badge>
          )}
        </Group>
        <Text size="sm">{waysText(ways)}</Text>
        {changed && (
          <Text size="xs" c="dimmed" dir="auto">
            {changedText(changed)}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        {has_changes && (
          <Button size="xs" variant="subtle" aria-label={`Changes: ${named}`} onClick={() => onHistory(row)}>
            Changes
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={`Edit: ${named}`} onClick={() => onEdit(row)}>
          Edit
        </Button>
      </Group>
    </Group>
  );
}
