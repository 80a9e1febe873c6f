import { Autocomplete, Button, Group } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TAG_CHARS_MAX } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { SelectionMenu } from "../shared/SelectionMenu.tsx";

export interface Tagging {
  tag: string;
  action: "add" | "remove";
}

interface TagMenuProps {
  isBusy: boolean;
  onChoose: (tagging: Tagging) => void;
}

/** Adds a tag to the selected leads, or removes it. */
export function TagMenu({ isBusy, onChoose }: TagMenuProps) {
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const [isOpen, setOpen] = useState(false);
  const [tag, setTag] = useState("");
  const choose = (action: Tagging["action"]) => {
    if (tag.trim() === "") return;
    setOpen(false);
    onChoose({ tag: tag.trim(), action });
  };
  return (
    <SelectionMenu
      label="Tag"
      icon={<IconTag size={16} />}
      isBusy={isBusy}
      opened={isOpen}
      onOpened={setOpen}
    >
      <Autocomplete
        label="Tag"
        data={settings.data?.tags ?? []}
        maxLength={TAG_CHARS_MAX}
        value={tag}
        onChange={setTag}
        comboboxProps={{ withinPortal: false }}
      />
      <Group gap="xs" grow>
        <Button size="sm" onClick={() => choose("add")}>
          Add
        </Button>
        <Button size="sm" variant="default" onClick={() => choose("remove")}>
          Take off
        </Button>
      </Group>
    </SelectionMenu>
  );
}
