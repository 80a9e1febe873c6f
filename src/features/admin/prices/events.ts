import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { because, formatDay, isDay } from "#src/lib/event-sentences.ts";

export const priceEvents = eventList("billing");

/* About the whole instance. The subject is the list or the move. */

export const pricesPublished = priceEvents.add("prices.published", {
  payload: z.object({ number: z.number(), reason: z.string() }),
  sentence: ({ number, reason }) =>
    because(typeof number === "number" ? `Published price list ${number}` : "Published a price list", reason),
});

const move = z.object({ from_list: z.number(), to_list: z.number(), reason: z.string() });

function moveOf(
  what: string,
  { from_list, to_list, reason }: Partial<Record<keyof z.infer<typeof move>, unknown>>,
) {
  const isKnown = typeof from_list === "number" && typeof to_list === "number";
  return because(isKnown ? `${what}, from list ${from_list} to ${to_list}` : what, reason);
}

export const priceMovePlanned = priceEvents.add("prices.move_planned", {
  payload: move.extend({ moves_at: z.string() }),
  sentence: (payload) => moveOf("Planned other prices for accounts", payload),
});

export const priceMoveCanceled = priceEvents.add("prices.move_canceled", {
  payload: move,
  sentence: (payload) => moveOf("Called off other prices for accounts", payload),
});

/* About an account, which is the subject. */

const reason = z.object({ reason: z.string() });

export const priceChangeTold = priceEvents.add("prices.change_told", {
  payload: reason.extend({ moves_at: z.string() }),
  sentence: ({ moves_at, reason }, locale) =>
    because(
      isDay(moves_at)
        ? `Announced another price of premium from ${formatDay(moves_at, locale)} on`
        : "Announced another price of premium",
      reason,
    ),
});

export const priceChanged = priceEvents.add("prices.changed", {
  payload: reason,
  sentence: ({ reason }) => because("Changed the price of premium from the next invoice on", reason),
});

export const priceKept = priceEvents.add("prices.kept", {
  sentence: "Called off another price of premium",
});
