import { Button, Menu } from "@mantine/core";
import {
  IconArrowsExchange,
  IconCalendar,
  IconDots,
  IconEye,
  IconEyeOff,
  IconFileExport,
  IconFolder,
  IconTag,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { LinkAction } from "#src/features/pages/links/bulk/bulk-rules.ts";
import type { LinkFilterInput } from "#src/features/pages/links/search/search-contract.ts";
import { useSelectedProfile } from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { displayedTotal, inlineEstimateLabel, plural } from "#src/kit/plural.ts";
import { SelectionBar, type SelectionWords, TableFoot } from "#src/kit/table/SelectionBar.tsx";
import { NOTHING, type Selection, selectionInput } from "#src/kit/table/selection.ts";
import { ChangeDialog } from "./ChangeDialog.tsx";

interface LinkSelectionProps {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  filter: LinkFilterInput;
  total: number;
  isEstimate: boolean;
}

const SELECTION_WORDS: SelectionWords = {
  selected: (count, isAbout) =>
    inlineEstimateLabel(
      plural(displayedTotal(count, isAbout), "link selected", "links selected"),
      count,
      isAbout,
    ),
  all: (count, isAbout) =>
    `Select all ${inlineEstimateLabel(plural(displayedTotal(count, isAbout), "link"), count, isAbout)}`,
};

const ICON = { size: 16 };

/** What can be done with the selected links. */
export function LinkSelection({ filter, ...bar }: LinkSelectionProps) {
  const { profiles } = useSelectedProfile();
  const [action, setAction] = useState<LinkAction>();
  const button = (kind: LinkAction, label: string, icon: ReactNode) => (
    <Button variant="default" size="sm" leftSection={icon} onClick={() => setAction(kind)}>
      {label}
    </Button>
  );
  const item = (kind: LinkAction, label: string, icon: ReactNode) => (
    <Menu.Item leftSection={icon} onClick={() => setAction(kind)}>
      {label}
    </Menu.Item>
  );
  return (
    <TableFoot>
      <SelectionBar {...bar} words={SELECTION_WORDS}>
        {button("tag", "Tag", <IconTag {...ICON} />)}
        {button("folder", "Folder", <IconFolder {...ICON} />)}
        <Menu position="top-end">
          <Menu.Target>
            <Button variant="default" size="sm" leftSection={<IconDots {...ICON} />}>
              More
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {item("show", "Show", <IconEye {...ICON} />)}
            {item("hide", "Hide", <IconEyeOff {...ICON} />)}
            {item("schedule", "Schedule…", <IconCalendar {...ICON} />)}
            {item("replace_text", "Replace text or domain…", <IconArrowsExchange {...ICON} />)}
            {profiles.length > 1 && item("move", "Move to another page…", <IconFileExport {...ICON} />)}
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="light"
          color="red"
          size="sm"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => setAction("delete")}
        >
          Delete
        </Button>
      </SelectionBar>
      {action && (
        <ChangeDialog
          action={action}
          selection={selectionInput(bar.selection, filter)}
          onClose={() => setAction(undefined)}
          onDone={() => {
            setAction(undefined);
            // Those that are deleted or moved are gone from here, and the others may get something else done.
            if (action === "delete" || action === "move") bar.onSelection(NOTHING);
          }}
        />
      )}
    </TableFoot>
  );
}
