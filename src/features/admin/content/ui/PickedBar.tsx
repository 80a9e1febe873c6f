import { Button, Group, Paper, Text } from "@mantine/core";
import type { StaffMarkName } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { plural } from "#src/kit/plural.ts";
import type { ThingsOf } from "./content-queries.ts";
import type { Picked } from "./use-picked.ts";

export interface MarkChoice {
  mark: StaffMarkName;
  is_on: boolean;
}

interface PickedBarProps {
  of: ThingsOf;
  picked: Picked;
  /** The rows that are loaded. */
  all: readonly string[];
  onChoose: (choice: MarkChoice) => void;
}

/** What can be done with the rows that are picked. */
export function PickedBar({ of, picked, all, onChoose }: PickedBarProps) {
  const { length } = picked.ids;
  return (
    <Paper
      withBorder
      radius="lg"
      p="sm"
      style={{ position: "sticky", top: "var(--app-shell-header-offset, 0)", zIndex: 2 }}
    >
      <Group gap="xs">
        <Text size="sm" fw={600} role="status" style={{ flex: "1 1 9rem" }}>
          {of === "links"
            ? plural(length, "link picked", "links picked")
            : plural(length, "page picked", "pages picked")}
        </Text>
        {length === 0 ? (
          <Button size="sm" variant="default" disabled={all.length === 0} onClick={() => picked.pickAll(all)}>
            Pick all on screen
          </Button>
        ) : (
          <>
            <Button
              size="sm"
              color="red"
              variant="light"
              onClick={() => onChoose({ mark: "hidden", is_on: true })}
            >
              Hide
            </Button>
            <Button size="sm" variant="default" onClick={() => onChoose({ mark: "hidden", is_on: false })}>
              Show again
            </Button>
            <Button size="sm" variant="default" onClick={() => onChoose({ mark: "adult", is_on: true })}>
              Label as adult
            </Button>
            <Button size="sm" variant="default" onClick={() => onChoose({ mark: "adult", is_on: false })}>
              Take the label off
            </Button>
            <Button size="sm" variant="subtle" onClick={picked.clear}>
              Pick none
            </Button>
          </>
        )}
      </Group>
    </Paper>
  );
}
