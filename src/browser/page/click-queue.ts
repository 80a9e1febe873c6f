import { deliver, deliverLeaving, type Wire } from "./delivery.ts";

const CLICKS_PATH = "/api/v1/clicks";
/** The batch goes out this long after the last click (spec §9). */
const BATCH_DELAY_MS = 1000;

export interface ClickEvent {
  /** Made in the browser, so that a batch sent twice counts once. */
  id: string;
  link_id: string;
  session_id: string;
  referrer?: string | undefined;
  /** Which URL of an A/B test was opened. */
  variant?: string | undefined;
}

export interface ClickQueue {
  add: (event: ClickEvent) => void;
  /** Sends everything not yet acknowledged, as the visitor leaves the page. */
  leave: () => void;
}

/** Collects clicks and sends them in batches, with each link and session once per batch (spec §9). */
export function clickQueue(wire: Wire): ClickQueue {
  let waiting: ClickEvent[] = [];
  const sending = new Set<ClickEvent[]>();
  let last: ClickEvent | undefined;

  async function sendAfterPause(event: ClickEvent): Promise<void> {
    await wire.wait(BATCH_DELAY_MS);
    if (last !== event || waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    sending.add(events);
    const isDone = await deliver(wire, CLICKS_PATH, { events });
    // Already sent if the visitor has left the page meanwhile.
    if (sending.delete(events) && !isDone) waiting.unshift(...events);
  }

  return {
    add(event) {
      const isRepeated = waiting.some(
        (one) => one.link_id === event.link_id && one.session_id === event.session_id,
      );
      if (!isRepeated) waiting.push(event);
      last = event;
      void sendAfterPause(event);
    },
    leave() {
      const events = [...sending].flat().concat(waiting);
      sending.clear();
      waiting = [];
      if (events.length > 0) deliverLeaving(wire, CLICKS_PATH, { events });
    },
  };
}
