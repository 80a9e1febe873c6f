import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { firstDayOfWeek, LOCALE } from "#src/kit/locale.ts";
import { toastError, toastUndo } from "#src/kit/toasts.tsx";
import { campaignsApi, useCampaignsRefresh } from "../campaign-queries.ts";
import type { Item } from "./CalendarItem.tsx";
import classes from "./CampaignCalendar.module.css";
import { type Day, DayItems } from "./DayItems.tsx";
import { dayOf, onDay, originalTime, weekdayName } from "./schedule-form.ts";

interface MonthGridProps {
  days: Day[];
  today: string;
  zone: string;
  onMove: (item: Item) => void;
}

/** A month. Scheduled campaigns can be dragged to another day at the same time. */
export function MonthGrid({ days, today, zone, onMove }: MonthGridProps) {
  const [dragged, setDragged] = useState<Item>();
  const moveTo = useCalendarDrag(zone);
  // A click on a name still opens it.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const drop = ({ over }: DragEndEvent) => {
    setDragged(undefined);
    if (dragged && over) moveTo(dragged, String(over.id));
  };
  const first = firstDayOfWeek(LOCALE);
  const [start] = days;
  const before = start ? (new Date(`${start.day}T00:00Z`).getUTCDay() - first + 7) % 7 : 0;
  const cells = [...Array.from({ length: before }, () => undefined), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, index) =>
    cells.slice(index * 7, index * 7 + 7),
  );
  return (
    <DndContext
      sensors={sensors}
      onDragStart={({ active }) => setDragged(active.data.current?.item as Item | undefined)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
      accessibility={{ container: document.body }}
    >
      <table className={classes.grid}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (first + index) % 7).map((day) => (
              <th key={day} scope="col">
                {weekdayName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((cell) => cell)?.day}>
              {Array.from({ length: 7 }, (_, index) => week[index]).map((cell, index) =>
                cell ? (
                  <DayCell key={cell.day} day={cell} today={today} onMove={onMove} />
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: blank places have nothing else
                  <td key={index} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <DragOverlay>{dragged && <div className={classes.dragged}>{dragged.name}</div>}</DragOverlay>
    </DndContext>
  );
}

function DayCell({ day, today, onMove }: { day: Day } & Pick<MonthGridProps, "today" | "onMove">) {
  const { setNodeRef, isOver } = useDroppable({ id: day.day, disabled: day.day < today });
  return (
    <td ref={setNodeRef} data-today={day.day === today || undefined} data-over={isOver || undefined}>
      <Text size="xs" c="dimmed" mb={4}>
        {Number(day.day.slice(8))}
      </Text>
      <DayItems day={day} onMove={onMove} />
    </td>
  );
}

const DAY = new Intl.DateTimeFormat(LOCALE, { month: "long", day: "numeric", timeZone: "UTC" });

/** Moves scheduled campaigns to other days, at the same time of day, and offers to undo it. */
function useCalendarDrag(zone: string): (item: Item, day: string) => void {
  const refresh = useCampaignsRefresh();
  const move = useMutation({
    mutationFn: ({ item, day }: { item: Item; day?: string }) => {
      const time = day === undefined ? originalTime(item) : onDay(item, day, zone);
      return campaignsApi.schedule.call({ id: item.campaign_id, ...time });
    },
    onSuccess: (_, { item, day }) => {
      if (day === undefined) return;
      const message = `“${item.name}” moved to ${DAY.format(new Date(`${day}T00:00Z`))}`;
      toastUndo(message, () => move.mutate({ item }));
    },
    onError: (error) => toastError(error, "It couldn’t be moved. Try again."),
    onSettled: refresh,
  });
  return (item, day) => {
    if (!move.isPending && dayOf(item, zone) !== day) move.mutate({ item, day });
  };
}
