import type { EventArea } from "#src/lib/event-list.ts";
import type { Translate } from "#src/lib/translate.ts";
import { declaredEvents } from "#src/platform/events/event-registry.ts";

/** Returns an event's sentence. Events that aren't announced anymore only have their names. */
export function sentenceFor(event: string, payload: unknown, locale: string): string {
  const sentence = declaredEvents().get(event)?.sentence ?? event;
  return typeof sentence === "string" ? sentence : sentence(payload ?? {}, locale);
}

/**
 * Returns the events whose sentence, as the reader sees it, contains these words, without the details of a
 * single case.
 */
export function eventsMatching(words: string, say: Translate): string[] {
  const wanted = words.toLowerCase();
  return [...declaredEvents().keys()].filter((event) =>
    say(sentenceFor(event, {}, "en"))
      .toLowerCase()
      .includes(wanted),
  );
}

export function eventsAbout(area: EventArea): string[] {
  return [...declaredEvents().values()].filter((event) => event.area === area).map(({ name }) => name);
}
