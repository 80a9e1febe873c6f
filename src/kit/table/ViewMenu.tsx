import { ActionIcon, Button, Checkbox, Divider, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconLayoutColumns, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useRoomForTable } from "./DataTable.tsx";
import { moveColumn, type SavedView, type TableView } from "./view.ts";

interface ViewMenuProps<Filter> {
  columns: readonly { id: string; title: string }[];
  view: TableView;
  saved: readonly SavedView<Filter>[];
  onView: (view: TableView) => void;
  onOpen: (view: SavedView<Filter>) => void;
  onSave: (name: string) => void;
  onForget: (name: string) => void;
}

const NAME_CHARS_MAX = 40;

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

function SavedViews<Filter>({ saved, onOpen, onSave, onForget }: ViewMenuProps<Filter>) {
  const [name, setName] = useState("");
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        Saved views
      </Text>
      {saved.map((view) => (
        <Group key={view.name} justify="space-between" wrap="nowrap" gap="xs">
          <Button
            variant="subtle"
            size="compact-md"
            px={4}
            miw={0}
            title={view.name}
            styles={{ label: { display: "block", textOverflow: "ellipsis" } }}
            onClick={() => onOpen(view)}
          >
            {view.name}
          </Button>
          <ActionIcon size="md" aria-label={`Delete ${view.name}`} onClick={() => onForget(view.name)}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "") return;
          onSave(name.trim());
          setName("");
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            size="sm"
            aria-label="Name of this view"
            placeholder="Name of this view"
            maxLength={NAME_CHARS_MAX}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="light" size="sm">
            Save
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
