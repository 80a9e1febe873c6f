import { Button, Popover } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { SavedViews } from "#src/kit/table/SavedViews.tsx";
import type { useTableViews } from "./use-table-views.ts";

interface SavedViewsMenuProps<Kept extends object> {
  views: Pick<ReturnType<typeof useTableViews<Kept>>, "saved" | "save" | "forget">;
  /** What's kept now under a new name. */
  kept: Kept;
  onOpen: (kept: Kept) => void;
  size?: "sm";
}

/** Saved searches or filters of each person. */
export function SavedViewsMenu<Kept extends object>({
  views,
  kept,
  onOpen,
  size,
}: SavedViewsMenuProps<Kept>) {
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
        <Button
          variant="default"
          {...(size && { size })}
          leftSection={<IconBookmark size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Views">
        <SavedViews
          saved={views.saved}
          onOpen={({ filter }) => {
            setOpen(false);
            onOpen(filter);
          }}
          onSave={(name) => views.save(name, kept)}
          onForget={views.forget}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
