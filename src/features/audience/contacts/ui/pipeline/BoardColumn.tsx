import { useDroppable } from "@dnd-kit/core";
import { Skeleton, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId } from "react";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import type { Contact } from "../../contract.ts";
import type { Pipeline } from "../../pipeline/pipeline-contract.ts";
import type { ContactFilter } from "../contact-queries.ts";
import { formatCents } from "../shared/contact-labels.ts";
import classes from "./Board.module.css";
import { BoardCard } from "./BoardCard.tsx";
import { type BoardMoves, columnQuery } from "./board-queries.ts";

interface BoardColumnProps {
  filter: ContactFilter;
  stage: Pipeline["stages"][number];
  currency: string;
  moving: BoardMoves;
  /** Set if there's no other column on the screen. */
  isAlone: boolean;
  onOpen: (contact: Contact) => void;
}

/** A stage: the number of leads in it, their value, and a card for each. */
export function BoardColumn({ filter, stage, currency, moving, isAlone, onOpen }: BoardColumnProps) {
  const titleId = useId();
  const list = useInfiniteQuery(columnQuery(filter, stage.id));
  const { setNodeRef, isOver } = useDroppable({ id: stage.id });
  const contacts = list.data?.pages.flatMap(({ items }) => items);
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={titleId}
      className={classes.column}
      data-over={isOver || undefined}
      data-alone={isAlone || undefined}
    >
      <header className={classes.head} style={{ borderColor: `var(--mantine-color-${stage.color}-6)` }}>
        <Text component="h2" id={titleId} fw={600} size="sm" className={classes.title}>
          {stage.name}
        </Text>
        <Text size="xs" c="dimmed">
          {formatNumber(stage.count)}
          {stage.value_cents > 0 && ` · ${formatCents(stage.value_cents, currency)}`}
        </Text>
      </header>
      {list.error && (
        <ErrorPanel
          error={list.error}
          fallback="This stage didn’t load."
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Skeleton h={64} radius="md" />}
      <ul className={classes.cards} onKeyDown={walk}>
        {contacts?.map((contact) => (
          <BoardCard
            key={contact.id}
            contact={contact}
            currency={currency}
            moving={moving}
            onOpen={onOpen}
            isDraggable={!isAlone && moving.mayMove}
          />
        ))}
      </ul>
      <ShowMoreButton list={list} size="sm" />
    </section>
  );
}

/** Up and down move from card to card. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-card]")];
  const next = cards[cards.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
