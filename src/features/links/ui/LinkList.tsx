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
import type { Link } from "#src/features/links/contract.ts";
import type { Profile } from "#src/features/profiles/contract.ts";
import { dragAnnouncements, HOW_TO_DRAG } from "./drag-announcements.ts";
import { LinkForm } from "./LinkForm.tsx";
import { LinkRow } from "./LinkRow.tsx";
import classes from "./Links.module.css";
import { useLinkOrder } from "./use-link-order.ts";

interface LinkListProps {
  profile: Profile;
  links: Link[];
  isFull: boolean;
  editedId: string | undefined;
  onEdit: (id: string | undefined) => void;
  onDraft: (draft: Link | null) => void;
}

/** The links in their order; each is moved by its handle, with a pointer or with Space and the arrow keys. */
export function LinkList({ profile, links, isFull, editedId, onEdit, onDraft }: LinkListProps) {
  const reorder = useLinkOrder(profile.id);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const close = () => onEdit(undefined);
  const drop = ({ active, over }: DragEndEvent) => {
    const from = links.findIndex((link) => link.id === active.id);
    const to = links.findIndex((link) => link.id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) void reorder(arrayMove(links, from, to));
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
        <ul className={classes.list} aria-label="Links">
          {links.map((link) =>
            link.id === editedId ? (
              <li key={link.id}>
                <LinkForm
                  profile={profile}
                  link={link}
                  heading="Edit link"
                  onDraft={onDraft}
                  onDone={close}
                  onCancel={close}
                />
              </li>
            ) : (
              <LinkRow key={link.id} link={link} isFull={isFull} onEdit={() => onEdit(link.id)} />
            ),
          )}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
