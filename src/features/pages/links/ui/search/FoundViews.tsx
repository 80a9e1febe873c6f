import { Button, Popover } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { useState } from "react";
import { useTableViews } from "#src/features/identity/preferences/ui/shared/use-table-views.ts";
import { SavedViews } from "#src/kit/table/SavedViews.tsx";
import type { Finding } from "./use-link-search.ts";

type Kept = Pick<Finding, "isOnPage"> & { q: string };

/** Searches that are kept under a name. */
export function FoundViews({
  finding,
  onOpen,
}: {
  finding: Finding;
  onOpen: (view: Pick<Finding, "q" | "isOnPage">) => void;
}) {
  const { saved, save, forget } = useTableViews<Kept>("links", []);
  const [isOpen, setOpen] = useState(false);
  if (saved.length === 0 && finding.q === undefined) return null;
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
          size="sm"
          leftSection={<IconBookmark size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Views">
        <SavedViews
          saved={saved}
          onOpen={({ filter }) => {
            setOpen(false);
            onOpen(filter);
          }}
          onSave={(name) => save(name, { q: finding.q ?? "", isOnPage: finding.isOnPage })}
          onForget={forget}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
