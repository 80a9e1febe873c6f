import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { restrictToParentElement, restrictToVerticalAxis } from "@dnd-kit/modifiers";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { Stack } from "@mantine/core";
import { useState } from "react";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { newId } from "#src/kit/new-id.ts";
import classes from "../Editor.module.css";
import { AddBlock } from "./AddBlock.tsx";
import { BlockItem } from "./BlockItem.tsx";
import { KINDS } from "./block-kinds.ts";

interface BlockListProps {
  blocks: Block[];
  onBlocks: (update: (blocks: Block[]) => Block[]) => void;
  /** Set if the first block is open from the start, for writing right away. */
  startsOpen?: boolean;
}

/** An e-mail's blocks in order: one is open at a time. The footer stays last. */
export function BlockList({ blocks, onBlocks, startsOpen }: BlockListProps) {
  const [openId, setOpenId] = useState(startsOpen ? blocks[0]?.id : undefined);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const movable = blocks.filter(({ type }) => type !== "footer");
  const footer = blocks.filter(({ type }) => type === "footer");
  const put = (next: Block[]) => onBlocks(() => [...next, ...footer]);
  const drop = ({ active, over }: DragEndEvent) => {
    const from = movable.findIndex(({ id }) => id === active.id);
    const to = movable.findIndex(({ id }) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) put(arrayMove(movable, from, to));
  };
  const add = (added: Block[]) => {
    put([...movable, ...added]);
    setOpenId(added[0]?.id);
  };
  const change = (block: Block) =>
    onBlocks((latest) => latest.map((one) => (one.id === block.id ? block : one)));
  const item = (block: Block, index: number) => (
    <BlockItem
      key={block.id}
      block={block}
      isOpen={block.id === openId}
      onOpen={() => setOpenId(block.id === openId ? undefined : block.id)}
      onChange={change}
      onCopy={() => {
        const copy = { ...block, id: newId() };
        put(movable.toSpliced(index + 1, 0, copy));
        setOpenId(copy.id);
      }}
      onRemove={() => put(movable.filter(({ id }) => id !== block.id))}
      onMove={(by) => put(arrayMove(movable, index, Math.max(0, Math.min(movable.length - 1, index + by))))}
    />
  );
  return (
    <Stack gap="sm">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[restrictToVerticalAxis, restrictToParentElement]}
        accessibility={announcing(movable)}
        onDragEnd={drop}
      >
        <SortableContext items={movable} strategy={verticalListSortingStrategy}>
          <ul className={classes.blocks} aria-label="Blocks">
            {movable.map(item)}
            {footer.map(item)}
          </ul>
        </SortableContext>
      </DndContext>
      <AddBlock onAdd={add} />
    </Stack>
  );
}

/** The screen reader's announcements while a block is moved. */
function announcing(blocks: readonly Block[]) {
  const indexOf = (id: string | number) => blocks.findIndex((block) => block.id === id);
  const nameOf = (id: string | number) => KINDS[blocks[indexOf(id)]?.type ?? "text"].label;
  const placeOf = (id: string | number) => `position ${indexOf(id) + 1} of ${blocks.length}`;
  return {
    screenReaderInstructions: {
      draggable:
        "To move this block, press Space. Use the arrow keys to move it, then press Space to drop it or Escape to cancel.",
    },
    announcements: {
      onDragStart: ({ active }: { active: { id: string | number } }) =>
        `${nameOf(active.id)} picked up at ${placeOf(active.id)}.`,
      onDragOver: ({ active, over }: DragEndEvent) =>
        over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined,
      onDragEnd: ({ active, over }: DragEndEvent) =>
        over ? `${nameOf(active.id)} dropped at ${placeOf(over.id)}.` : `${nameOf(active.id)} dropped.`,
      onDragCancel: ({ active }: { active: { id: string | number } }) =>
        `Move canceled. ${nameOf(active.id)} is back where it was.`,
    },
  };
}
