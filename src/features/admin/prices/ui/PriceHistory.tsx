import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import type { Prices, PublishedList } from "../contract.ts";
import { isStillPlanned, tiersText } from "./price-words.ts";

const PricesDialog = lazyDialog(async () => (await import("./PricesDialog.tsx")).PricesDialog);
const MoveDialog = lazyDialog(async () => (await import("./MoveDialog.tsx")).MoveDialog);

type Choice = { list: PublishedList; does: "use" | "move" };

/** Every list with who published it, why, and how many pay under it. */
export function PriceHistory({ prices: { current, lists, moves } }: { prices: Prices }) {
  const [choice, setChoice] = useState<Choice>();
  const [isOpen, setOpen] = useState(false);
  const choose = (next: Choice) => {
    setChoice(next);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const isPlanned = ({ number }: PublishedList) =>
    moves.some((move) => move.from_list === number && isStillPlanned(move));
  return (
    <Card title="All price lists">
      <Stack gap="lg" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
        {lists.map((list) => (
          <ListRow
            key={list.number}
            list={list}
            isCurrent={list.number === current}
            use={() => choose({ list, does: "use" })}
            move={list.subscribers > 0 && !isPlanned(list) ? () => choose({ list, does: "move" }) : undefined}
          />
        ))}
      </Stack>
      {choice?.does === "use" && (
        <PricesDialog key={choice.list.number} opened={isOpen} onClose={close} start={choice.list} />
      )}
      {choice?.does === "move" && (
        <MoveDialog key={choice.list.number} opened={isOpen} onClose={close} from={choice.list.number} />
      )}
    </Card>
  );
}

interface ListRowProps {
  list: PublishedList;
  isCurrent: boolean;
  use: () => void;
  move: (() => void) | undefined;
}

function ListRow({ list, isCurrent, use, move }: ListRowProps) {
  const { number, tiers, published, subscribers } = list;
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Stack gap={2} style={{ flex: "1 1 16rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>List {number}</Text>
          {isCurrent && (
            <Badge size="sm" variant="light" color="teal" tt="none">
              Counts now
            </Badge>
          )}
          <Text size="sm">{plural(subscribers, "premium account")}</Text>
        </Group>
        <Text size="sm">{tiersText(tiers)}</Text>
        <Text size="xs" c="dimmed" dir="auto">
          {published
            ? `${published.by ?? "Someone who has left"}, ${formatDateTime(published.at)}`
            : "Built in"}
        </Text>
        {published && (
          <Text size="sm" dir="auto">
            {published.reason}
          </Text>
        )}
      </Stack>
      {!isCurrent && (
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={`Use list ${number} again`} onClick={use}>
            Use again…
          </Button>
          {move && (
            <Button size="xs" variant="default" aria-label={`Move accounts of list ${number}`} onClick={move}>
              Move accounts…
            </Button>
          )}
        </Group>
      )}
    </Group>
  );
}
