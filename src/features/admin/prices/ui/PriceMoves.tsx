import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { ReasonDialog } from "#src/kit/form/ReasonDialog.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber } from "#src/kit/plural.ts";
import type { PriceMove } from "../contract.ts";
import { REASON_CHARS_MAX } from "../rules.ts";
import { isStillPlanned } from "./price-words.ts";
import { pricesApi, usePricesRefresh } from "./prices-client.ts";

/** Who goes over from which list to which, and how far that is. */
export function PriceMoves({ moves }: { moves: readonly PriceMove[] }) {
  const [chosen, setChosen] = useState<PriceMove>();
  const [isOpen, setOpen] = useState(false);
  const refresh = usePricesRefresh();
  return (
    <Card title="Moves of accounts">
      <Stack gap="lg" component="ol" p={0} m={0} style={{ listStyle: "none" }}>
        {moves.map((move) => (
          <MoveRow
            key={move.id}
            move={move}
            callOff={() => {
              setChosen(move);
              setOpen(true);
            }}
          />
        ))}
      </Stack>
      {chosen && (
        <ReasonDialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          title="Call it off?"
          action="Call it off"
          done="Called off. The owners are told by e-mail now."
          charsMax={REASON_CHARS_MAX}
          note="Staff read this in the audit log."
          send={async (reason) => {
            await pricesApi.cancelMove.call({ id: chosen.id, reason });
            await refresh();
            return undefined;
          }}
        >
          Accounts of list {chosen.from_list} keep their prices. Owners who were told of the move get another
          e-mail.
        </ReasonDialog>
      )}
    </Card>
  );
}

function MoveRow({ move, callOff }: { move: PriceMove; callOff: () => void }) {
  const { from_list, to_list, moves_at, canceled_at, told, moved, by, made_at, reason } = move;
  const isPlanned = isStillPlanned(move);
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Stack gap={2} style={{ flex: "1 1 16rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>
            List {from_list} to list {to_list}
          </Text>
          <Badge
            size="sm"
            variant="light"
            tt="none"
            color={canceled_at ? "gray" : isPlanned ? "blue" : "teal"}
          >
            {canceled_at ? "Called off" : isPlanned ? "Planned" : "In effect"}
          </Badge>
        </Group>
        <Text size="sm">From {formatDateTime(moves_at)}</Text>
        <Text size="sm">
          Told: {formatNumber(told)}. Moved: {formatNumber(moved)}.
        </Text>
        <Text size="xs" c="dimmed" dir="auto">
          {`${by ?? "Someone who has left"}, ${formatDateTime(made_at)}`}
        </Text>
        <Text size="sm" dir="auto">
          {reason}
        </Text>
      </Stack>
      {isPlanned && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Call off the move of list ${from_list}`}
          onClick={callOff}
        >
          Call off…
        </Button>
      )}
    </Group>
  );
}
