import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Select, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import type { Contact } from "../../contract.ts";
import type { Pipeline } from "../../pipeline/pipeline-contract.ts";
import type { ContactFilter } from "../contact-queries.ts";
import { contactName } from "../shared/contact-labels.ts";
import classes from "./Board.module.css";
import { CardBody } from "./BoardCard.tsx";
import { BoardColumn } from "./BoardColumn.tsx";
import { useCardMoves } from "./board-queries.ts";

interface BoardProps {
  filter: ContactFilter;
  stages: Pipeline["stages"];
  currency: string;
  mayMove: boolean;
  onOpen: (contact: Contact) => void;
}

/** A column for each stage. On a phone, one at a time. */
export function Board({ filter, stages, currency, mayMove, onOpen }: BoardProps) {
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const [shown, setShown] = useState<string>();
  const [dragged, setDragged] = useState<Contact>();
  const [said, setSaid] = useState("");
  const [movedId, setMovedId] = useState<string>();
  const move = useCardMoves(filter);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const onMove = (contact: Contact, to: string | null) => {
    const name = stages.find(({ id }) => id === to)?.name;
    setSaid(`${contactName(contact)} ${name === undefined ? "left the pipeline" : `moved to ${name}`}.`);
    setMovedId(contact.id);
    void move({ contact, to });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    const contact = contactOf(active.data.current);
    if (!contact || !over || over.id === contact.stage_id) return;
    onMove(contact, String(over.id));
  };
  const [first] = stages;
  const current = stages.find(({ id }) => id === shown) ?? first;
  const columns = isNarrow ? stages.filter((stage) => stage === current) : stages;
  const moving = { stages, mayMove, movedId, onMove };
  return (
    <>
      {isNarrow && current && (
        <Select
          label="Stage"
          mb="md"
          allowDeselect={false}
          data={stages.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }))}
          value={current.id}
          onChange={(id) => setShown(id ?? undefined)}
        />
      )}
      <DndContext
        sensors={sensors}
        onDragStart={({ active }: DragStartEvent) => setDragged(contactOf(active.data.current))}
        onDragEnd={drop}
        onDragCancel={() => setDragged(undefined)}
        accessibility={{ container: document.body }}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={classes.board} aria-label="Stages" tabIndex={0}>
          {columns.map((stage) => (
            <BoardColumn
              key={stage.id}
              filter={filter}
              stage={stage}
              currency={currency}
              moving={moving}
              onOpen={onOpen}
              isAlone={isNarrow === true}
            />
          ))}
        </section>
        <DragOverlay>
          {dragged && (
            <div className={classes.dragged}>
              <CardBody contact={dragged} currency={currency} />
            </div>
          )}
        </DragOverlay>
      </DndContext>
      <VisuallyHidden aria-live="assertive">{said}</VisuallyHidden>
    </>
  );
}

function contactOf(data: Record<string, unknown> | undefined): Contact | undefined {
  return data?.contact as Contact | undefined;
}
