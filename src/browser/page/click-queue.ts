import type { InferContractRouterInputs } from "@orpc/contract";
import type { clicksContract } from "#src/features/insights/clicks/contract.ts";
import { CLICKS_PATH } from "#src/lib/paths.ts";
import { type Network, postOnLeave, postWithRetry } from "./beacon.ts";

/** The batch goes out this long after the last click (spec §9). */
const BATCH_DELAY_MS = 1000;

/** The id is created in the browser, so that a batch sent twice counts once. */
export type ClickEvent = InferContractRouterInputs<typeof clicksContract>["recordClicks"]["events"][number];

export interface ClickQueue {
  add: (event: ClickEvent) => void;
  /** Sends everything that hasn't been acknowledged yet, as the visitor leaves the page. */
  leave: () => void;
}

/** Collects clicks and sends them in batches, with each link and session once per batch (spec §9). */
export function clickQueue(network: Network): ClickQueue {
  let waiting: ClickEvent[] = [];
  const sending = new Set<ClickEvent[]>();
  let last: ClickEvent | undefined;
  /** The content of the batch, even if it went out early. */
  let known = "";

  async function sendAfterPause(event: ClickEvent): Promise<void> {
    await network.wait(BATCH_DELAY_MS);
    if (last !== event) return;
    known = "";
    if (!waiting.length) return;
    const events = waiting;
    waiting = [];
    sending.add(events);
    const isDone = await postWithRetry(network, CLICKS_PATH, { events });
    // Already sent if the visitor has left the page.
    if (sending.delete(events) && !isDone) waiting.unshift(...events);
  }

  return {
    add(event) {
      const key = event.link_id + event.session_id;
      if (!known.includes(key)) waiting.push(event);
      known += key;
      last = event;
      void sendAfterPause(event);
    },
    leave() {
      const events = [...sending, waiting].flat();
      sending.clear();
      waiting = [];
      if (events.length) postOnLeave(network, CLICKS_PATH, { events });
    },
  };
}
