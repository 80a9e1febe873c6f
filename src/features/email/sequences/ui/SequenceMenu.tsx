import { Menu } from "@mantine/core";
import { IconCopyPlus, IconDownload, IconPlayerStop, IconTrash } from "@tabler/icons-react";
import type { SequenceSummary } from "#src/features/email/sequences/contract.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { useSequenceVerbs } from "./use-sequence-verbs.ts";

const ICON = { size: 18, stroke: 1.75 };

/** What's done with a sequence once in a while. */
export function SequenceMenu({
  sequence,
}: {
  sequence: Pick<SequenceSummary, "id" | "name" | "counts" | "state">;
}) {
  const verbs = useSequenceVerbs(sequence);
  const isOver = sequence.state === "draft" || sequence.state === "stopped";
  return (
    <RowMenuButton
      of={sequence.name}
      isBusy={verbs.isBusy}
      menu={(anchor) => (
        <LazyMenu anchor={anchor}>
          <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={verbs.copy}>
            Copy
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload {...ICON} />} onClick={verbs.save}>
            Export as a file
          </Menu.Item>
          <Menu.Divider />
          {isOver ? (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => void verbs.remove()}
            >
              Delete
            </Menu.Item>
          ) : (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconPlayerStop {...ICON} />}
              onClick={() => void verbs.stop()}
            >
              Stop for good
            </Menu.Item>
          )}
        </LazyMenu>
      )}
    />
  );
}
