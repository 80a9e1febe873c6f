import { Button, Group, NumberInput, Popover, Stack } from "@mantine/core";
import { IconStar } from "@tabler/icons-react";
import { useState } from "react";
import { SEPARATORS } from "#src/kit/separators.ts";
import { SCORE_CHANGE_MAX } from "../../rules.ts";

interface ScoreMenuProps {
  isBusy: boolean;
  /** Fewer than none are taken. */
  onChoose: (points: number) => void;
}

/** Gives the selected leads points, or takes some. */
export function ScoreMenu({ isBusy, onChoose }: ScoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [points, setPoints] = useState<number | string>(10);
  const choose = (sign: 1 | -1) => {
    const count = Number(points);
    if (!Number.isInteger(count) || count < 1) return;
    setOpen(false);
    onChoose(sign * count);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={260} shadow="md" trapFocus returnFocus position="top">
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconStar size={16} />}
          loading={isBusy}
          onClick={() => setOpen(!isOpen)}
        >
          Change score
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Change score">
        <Stack gap="sm">
          <NumberInput
            label="Points"
            min={1}
            max={SCORE_CHANGE_MAX}
            allowDecimal={false}
            {...SEPARATORS}
            value={points}
            onChange={setPoints}
          />
          <Group gap="xs" grow>
            <Button size="sm" onClick={() => choose(1)}>
              Add
            </Button>
            <Button size="sm" variant="default" onClick={() => choose(-1)}>
              Take off
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
