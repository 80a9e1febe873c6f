import { Button, Group, NumberInput } from "@mantine/core";
import { IconStar } from "@tabler/icons-react";
import { useState } from "react";
import { SEPARATORS } from "#src/kit/separators.ts";
import { SCORE_CHANGE_MAX } from "../../rules.ts";
import { SelectionMenu } from "../shared/SelectionMenu.tsx";

interface ScoreMenuProps {
  isBusy: boolean;
  /** Negative points are taken off. */
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
    <SelectionMenu
      label="Change score"
      icon={<IconStar size={16} />}
      isBusy={isBusy}
      opened={isOpen}
      onOpened={setOpen}
    >
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
    </SelectionMenu>
  );
}
