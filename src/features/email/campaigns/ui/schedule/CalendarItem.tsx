import { useDraggable } from "@dnd-kit/core";
import { Anchor, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { SendCalendar } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { PATHS } from "#src/lib/paths.ts";
import { CAMPAIGN_LABELS } from "../campaign-labels.ts";

export type Item = SendCalendar["items"][number];

/** One campaign on one day. Scheduled ones can be moved. */
export function CalendarItem({ item, onMove }: { item: Item; onMove: (item: Item) => void }) {
  const { campaign_id, name, state, at, is_later_run } = item;
  const time = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short", timeZone: useTimeZone() }).format(
    new Date(at),
  );
  const isMovable = state === "scheduled" && !is_later_run;
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: campaign_id + at,
    data: { item },
    disabled: !isMovable,
  });
  return (
    <li
      ref={setNodeRef}
      data-movable={isMovable || undefined}
      data-dragging={isDragging || undefined}
      onPointerDown={listeners?.onPointerDown as never}
    >
      <Anchor
        draggable={false}
        size="sm"
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => <Link {...props} to={PATHS.campaigns} search={{ campaign: campaign_id }} />}
      >
        {name}
      </Anchor>
      <Group gap={6}>
        <Text size="xs" c="dimmed">
          {`${time} · ${is_later_run ? "Repeats" : CAMPAIGN_LABELS[state].label}`}
        </Text>
        {isMovable && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Move “${name}”`}
            onClick={() => onMove(item)}
          >
            Move
          </Button>
        )}
      </Group>
    </li>
  );
}
