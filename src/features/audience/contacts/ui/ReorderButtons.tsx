import { Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { IconButton } from "#src/kit/IconButton.tsx";

export interface ReorderActions {
  /** Undefined for the first row. */
  onUp: (() => void) | undefined;
  /** Undefined for the last row. */
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

/** Actions on a row of an ordered list, by mouse and by keyboard. */
export function ReorderButtons({ of, onUp, onDown, onRemove }: ReorderActions & { of: string }) {
  return (
    <Group gap={0} wrap="nowrap">
      <IconButton aria-label={`Move ${of} up`} disabled={!onUp} onClick={onUp}>
        <IconArrowUp size={18} />
      </IconButton>
      <IconButton aria-label={`Move ${of} down`} disabled={!onDown} onClick={onDown}>
        <IconArrowDown size={18} />
      </IconButton>
      <IconButton aria-label={`Remove ${of}`} onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
    </Group>
  );
}
