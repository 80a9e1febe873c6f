import { Button, Menu } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import type { FilterSearch } from "./filter-search.ts";

/** The saved views of the table of leads. Shows nothing until there are any. */
export function SavedViewMenu({ onOpen }: { onOpen: (choice: FilterSearch) => void }) {
  const { saved } = useTableViews<FilterSearch>("leads", []);
  if (saved.length === 0) return null;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />}>
          Use a saved view
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {saved.map(({ name, filter }) => (
          <Menu.Item key={name} onClick={() => onOpen(filter)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
