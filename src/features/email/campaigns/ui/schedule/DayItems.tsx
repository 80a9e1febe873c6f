import { Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { SendCalendar } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { plural } from "#src/kit/plural.ts";
import { CalendarItem, type Item } from "./CalendarItem.tsx";
import classes from "./CampaignCalendar.module.css";

export interface Day {
  day: string;
  items: SendCalendar["items"];
  people: number;
}

/** A day's campaigns, and a warning if someone gets two of them. */
export function DayItems({ day: { items, people }, onMove }: { day: Day; onMove: (item: Item) => void }) {
  if (items.length === 0) return null;
  return (
    <>
      <ul className={classes.items}>
        {items.map((item) => (
          <CalendarItem key={item.campaign_id + item.at} item={item} onMove={onMove} />
        ))}
      </ul>
      {people > 0 && (
        <Group gap={4} wrap="nowrap" mt={6} align="start">
          <IconAlertTriangle size={14} aria-hidden style={{ flexShrink: 0 }} />
          <Text size="xs">{`${plural(people, "person gets", "people get")} two e-mails`}</Text>
        </Group>
      )}
    </>
  );
}
