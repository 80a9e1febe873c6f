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
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useLayoutEffect } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { dragAnnouncements, HOW_TO_DRAG } from "./drag-announcements.ts";
import type { DragRegistry } from "./drag-registry.ts";
import { type Move, moveRow } from "./move.ts";

export interface SortableLinksProps {
  links: Link[];
  editedId: string | undefined;
  onOrder: (move: Move) => void;
  drags: DragRegistry;
}

/**
 * Makes the rows movable, with a pointer or with Space and the arrow keys. It renders nothing itself but
 * passes each row its drag handlers, so that rows already on the screen stay when this code arrives.
 */
export function SortableLinks({ links, editedId, onOrder, drags }: SortableLinksProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const from = links.findIndex((link) => link.id === active.id);
    const to = links.findIndex((link) => link.id === over?.id);
    const move = moveRow(links, from, to);
    if (move) onOrder(move);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis, restrictToParentElement]}
      accessibility={{
        announcements: dragAnnouncements(links),
        screenReaderInstructions: { draggable: HOW_TO_DRAG },
      }}
      onDragEnd={drop}
    >
      <SortableContext items={links} strategy={verticalListSortingStrategy}>
        {links
          .filter(({ id }) => id !== editedId)
          .map(({ id }) => (
            <RowDragging key={id} id={id} drags={drags} />
          ))}
      </SortableContext>
    </DndContext>
  );
}

function RowDragging({ id, drags }: { id: string; drags: DragRegistry }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const moved = CSS.Translate.toString(transform);
  useLayoutEffect(() => {
    drags.report(id, {
      row: { ref: setNodeRef, style: { transform: moved, transition } },
      handle: { ref: setActivatorNodeRef, ...attributes, ...listeners },
      isDragging,
    });
  }, [drags, id, setNodeRef, setActivatorNodeRef, attributes, listeners, moved, transition, isDragging]);
  useLayoutEffect(() => () => drags.report(id, undefined), [drags, id]);
  return null;
}
