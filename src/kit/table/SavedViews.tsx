import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "./view.ts";

export interface SavedViewsProps<Filter> {
  saved: readonly SavedView<Filter>[];
  onOpen: (view: SavedView<Filter>) => void;
  onSave: (name: string) => void;
  onForget: (name: string) => void;
}

const NAME_CHARS_MAX = 40;

/** Opens, deletes, and adds saved views. */
export function SavedViews<Filter>({ saved, onOpen, onSave, onForget }: SavedViewsProps<Filter>) {
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
