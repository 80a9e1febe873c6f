import type { DeclaredEvent } from "#src/lib/event-list.ts";

let everyEvent: ReadonlyMap<string, DeclaredEvent> = new Map();

/** Called on load by the process, which knows all slices. */
export function registerEvents(lists: readonly { events: readonly DeclaredEvent[] }[]): void {
  everyEvent = new Map(lists.flatMap(({ events }) => events.map((event) => [event.name, event])));
}

export function declaredEvents(): ReadonlyMap<string, DeclaredEvent> {
  if (everyEvent.size === 0) throw new Error("No slice has registered what it announces.");
  return everyEvent;
}
