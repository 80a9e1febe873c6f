import { Button, Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { plural } from "../plural.ts";
import classes from "./DataTable.module.css";
import { EVERYTHING, NOTHING, type Selection, sizeOf } from "./selection.ts";

interface SelectionBarProps {
  selection: Selection;
  onSelection: (selection: Selection) => void;
  noun: string;
  /** How many rows match, loaded or not. */
  total: number;
  isEstimate: boolean;
  /** What can be done with the selected rows. */
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
  noun,
  total,
  isEstimate,
  children,
}: SelectionBarProps) {
  const size = sizeOf(selection, total);
  const isAll = selection.kind === "all";
  if (!isAll && size === 0) return null;
  const about = isEstimate ? "about " : "";
  return (
    <Paper withBorder shadow="md" radius="lg" p="sm" role="region" aria-label="Selection">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600} role="status">
            {isAll && about}
            {plural(size, noun)} selected
          </Text>
          {!isAll && size < total && (
            <Button variant="subtle" size="compact-sm" onClick={() => onSelection(EVERYTHING)}>
              Select all {about}
              {plural(total, noun)}
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onSelection(NOTHING)}>
            Clear selection
          </Button>
        </Group>
        <Group gap="xs">{children}</Group>
      </Group>
    </Paper>
  );
}
