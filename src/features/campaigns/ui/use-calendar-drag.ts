import { useMutation } from "@tanstack/react-query";
import { LOCALE } from "#src/kit/locale.ts";
import { toastError, toastUndo } from "#src/kit/toasts.tsx";
import type { Item } from "./CalendarItem.tsx";
import { campaignsApi, useCampaignsRefresh } from "./campaign-queries.ts";
import { dayOf, onDay, originalTime } from "./schedule-form.ts";

const DAY = new Intl.DateTimeFormat(LOCALE, { month: "long", day: "numeric", timeZone: "UTC" });

/** Moves scheduled campaigns to other days, at the same time of day, and offers to undo it. */
export function useCalendarDrag(zone: string): (item: Item, day: string) => void {
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
