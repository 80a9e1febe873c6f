import { ActionIcon, Button, Checkbox, Divider, Group, Popover, Stack, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconLayoutColumns } from "@tabler/icons-react";
import { useRoomForTable } from "./DataTable.tsx";
import { SavedViews, type SavedViewsProps } from "./SavedViews.tsx";
import { moveColumn, type TableView } from "./view.ts";

interface ViewMenuProps<Filter> extends SavedViewsProps<Filter> {
  columns: readonly { id: string; title: string }[];
  view: TableView;
  onView: (view: TableView) => void;
}

/** Chooses a table's columns and their order, and saved views. */
export function ViewMenu<Filter>(props: ViewMenuProps<Filter>) {
  // Cards have no columns to choose from.
  const hasColumns = useRoomForTable();
  return (
    <Popover width={300} position="bottom-end" shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconLayoutColumns size={16} />}>
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="View">
        <Stack gap="sm">
          {hasColumns && (
            <>
              <Columns {...props} />
              <Divider />
            </>
          )}
          <SavedViews {...props} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Columns<Filter>({ columns, view, onView }: ViewMenuProps<Filter>) {
  const shown = view.columns.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const hidden = columns.filter(({ id }) => !view.columns.includes(id));
  const set = (ids: string[]) => onView({ ...view, columns: ids });
  return (
    <Stack gap={4} component="fieldset" m={0} p={0} bd={0}>
      <Text component="legend" fw={600} size="sm" p={0} mb={4}>
        Columns
      </Text>
      {[...shown, ...hidden].map(({ id, title }) => {
        const place = view.columns.indexOf(id);
        return (
          <Group key={id} justify="space-between" wrap="nowrap" gap="xs" mih={30}>
            <Checkbox
              label={title}
              checked={place >= 0}
              disabled={place >= 0 && shown.length === 1}
              onChange={({ currentTarget }) =>
                set(currentTarget.checked ? [...view.columns, id] : view.columns.filter((one) => one !== id))
              }
            />
            {place >= 0 && (
              <Group gap={0} wrap="nowrap">
                <ActionIcon
                  size="md"
                  aria-label={`Move ${title} up`}
                  disabled={place === 0}
                  onClick={() => set(moveColumn(view.columns, id, -1))}
                >
                  <IconArrowUp size={16} />
                </ActionIcon>
                <ActionIcon
                  size="md"
                  aria-label={`Move ${title} down`}
                  disabled={place === shown.length - 1}
                  onClick={() => set(moveColumn(view.columns, id, 1))}
                >
                  <IconArrowDown size={16} />
                </ActionIcon>
              </Group>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
