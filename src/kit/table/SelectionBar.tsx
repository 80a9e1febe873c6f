import { Button, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./DataTable.module.css";
import { EVERYTHING, NOTHING, type Selection, sizeOf } from "./selection.ts";

/** Formats counts of rows. `isAbout` marks an estimate. */
export interface SelectionWords {
  /** `3 leads selected`. */
  selected: (count: number, isAbout: boolean) => string;
  /** `Select all 3 leads`. */
  all: (count: number, isAbout: boolean) => string;
}

interface SelectionBarProps {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  words: SelectionWords;
  total: number;
  isEstimate: boolean;
  children: ReactNode;
}

/** Stays in view below a table, however long that is. */
export function TableFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}

/** The number of selected rows and the actions for them, while there's a selection. */
export function SelectionBar({
  selection,
  onSelection,
  words,
  total,
  isEstimate,
  children,
}: SelectionBarProps) {
  const size = sizeOf(selection, total);
  const isAll = selection.kind === "all";
  if (!isAll && size === 0) return null;
  return (
    <Paper withBorder shadow="md" radius="lg" p="sm" role="region" aria-label="Selection">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600} role="status">
            {words.selected(size, isAll && isEstimate)}
          </Text>
          {!isAll && size < total && (
            <Button variant="subtle" size="compact-sm" onClick={() => onSelection(EVERYTHING)}>
              {words.all(total, isEstimate)}
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onSelection(NOTHING)}>
            Clear selection
          </Button>
        </Group>
        <Group gap="xs" className={classes.doing}>
          {children}
        </Group>
      </Group>
    </Paper>
  );
}
