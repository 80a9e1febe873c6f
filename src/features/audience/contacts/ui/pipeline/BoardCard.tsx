import { useDraggable } from "@dnd-kit/core";
import { Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconArrowRight, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import type { Contact } from "../../contract.ts";
import { contactName, formatCents } from "../shared/contact-labels.ts";
import classes from "./Board.module.css";
import { type BoardMoves, useTeammates } from "./board-queries.ts";

interface BoardCardProps {
  contact: Contact;
  currency: string;
  moving: BoardMoves;
  isDraggable: boolean;
  onOpen: (contact: Contact) => void;
}

/** A lead on the board. Dragged, moved with the arrow keys, or by its menu. */
export function BoardCard({ contact, currency, moving, isDraggable, onOpen }: BoardCardProps) {
  const { stages, mayMove, movedId, onMove } = moving;
  const button = useRef<HTMLButtonElement>(null);
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: contact.id,
    data: { contact },
    disabled: !isDraggable,
  });
  const isMoved = movedId === contact.id;
  useEffect(() => {
    if (isMoved) button.current?.focus({ preventScroll: false });
  }, [isMoved]);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = stages.findIndex(({ id }) => id === contact.stage_id);
    const to = by === undefined || !mayMove ? undefined : stages[at + by];
    if (!to) return;
    event.preventDefault();
    onMove(contact, to.id);
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.card}
      data-dragging={isDragging || undefined}
      data-draggable={isDraggable || undefined}
      onPointerDown={listeners?.onPointerDown as never}
    >
      <UnstyledButton
        ref={button}
        data-card
        className={classes.open}
        aria-keyshortcuts={mayMove ? "ArrowLeft ArrowRight" : undefined}
        onClick={() => onOpen(contact)}
        onKeyDown={step}
      >
        <CardBody contact={contact} currency={currency} />
      </UnstyledButton>
      {mayMove && (
        <RowMenuButton
          of={contactName(contact)}
          isBusy={false}
          menu={(anchor) => (
            <LazyMenu anchor={anchor}>
              <Menu.Label>Move to</Menu.Label>
              {stages
                .filter(({ id }) => id !== contact.stage_id)
                .map(({ id, name }) => (
                  <Menu.Item
                    key={id}
                    leftSection={<IconArrowRight size={16} />}
                    onClick={() => onMove(contact, id)}
                  >
                    {name}
                  </Menu.Item>
                ))}
              <Menu.Divider />
              <Menu.Item leftSection={<IconX size={16} />} onClick={() => onMove(contact, null)}>
                Take out of the pipeline
              </Menu.Item>
            </LazyMenu>
          )}
        />
      )}
    </li>
  );
}

export function CardBody({ contact, currency }: Pick<BoardCardProps, "contact" | "currency">) {
  const teammates = useTeammates();
  const { email, value_cents, owner_id } = contact;
  const owner = teammates.length > 1 ? teammates.find(({ id }) => id === owner_id)?.name : undefined;
  const title = contactName(contact);
  return (
    <>
      <Text size="sm" fw={600} className={classes.words}>
        {title}
      </Text>
      {title !== email && (
        <Text size="xs" c="dimmed" className={classes.words}>
          {email}
        </Text>
      )}
      {(value_cents !== null || owner) && (
        <Group gap="xs" justify="space-between" mt={4}>
          {value_cents !== null && <Text size="xs">{formatCents(value_cents, currency)}</Text>}
          {owner && (
            <Text size="xs" c="dimmed">
              {owner}
            </Text>
          )}
        </Group>
      )}
    </>
  );
}
