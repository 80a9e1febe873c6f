import { Button, Popover } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import { SavedViews } from "#src/kit/table/SavedViews.tsx";
import type { AnalyticsSearch } from "./search.ts";

interface SavedViewsMenuProps {
  search: AnalyticsSearch;
  onOpen: (search: AnalyticsSearch) => void;
}

/** Views aren't tables here: they have no columns. */
const COLUMNS = ["views"];

/** Saved periods and filters, of each person and for all of an account's pages. */
export function SavedViewsMenu({ search, onOpen }: SavedViewsMenuProps) {
  const { saved, save, forget } = useTableViews<AnalyticsSearch>("analytics", COLUMNS);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      width={300}
      position="bottom-end"
      shadow="lg"
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />} onClick={() => setOpen(!isOpen)}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <SavedViews
          saved={saved}
          onOpen={({ filter }) => {
            setOpen(false);
            onOpen(filter);
          }}
          onSave={(name) => save(name, withoutEmpty(search))}
          onForget={forget}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** What's kept has only what's set. */
function withoutEmpty(search: AnalyticsSearch): AnalyticsSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}
