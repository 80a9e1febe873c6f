import { describe, expect, it } from "vitest";
import { followStream, type LiveState, throttled } from "./event-stream.ts";

/** Follows streams created by `open` and records what happens. Ends after `pauses` pauses. */
async function following(open: (attempt: number) => AsyncIterable<unknown>, pauses: number) {
  const ending = new AbortController();
  const states: LiveState[] = [];
  const waits: number[] = [];
  let news = 0;
  let attempt = 0;
  await followStream({
    open: async () => open(attempt++),
    onState: (state) => states.push(state),
    onNews: () => {
      news += 1;
    },
    signal: ending.signal,
    pause: async (ms) => {
      waits.push(ms);
      if (waits.length >= pauses) ending.abort();
    },
  });
  return { states, waits, news };
}

async function* events(count: number) {
  for (let event = 0; event < count; event++) yield event;
}

function refused(): never {
  throw new TypeError("Failed to fetch");
}

describe("following the stream of news", () => {
  it("reports each event, and opening the stream, because some may have been missed", async () => {
    expect((await following(() => events(3), 1)).news).toBe(4);
  });

  it("says that it's reconnecting when the stream ends, and is live again afterwards", async () => {
    const { states } = await following(() => events(1), 2);
    expect(states).toEqual(["live", "reconnecting", "live", "reconnecting"]);
  });

  it("waits longer after every failure, up to half a minute, and only briefly again once events came", async () => {
    const { waits } = await following((attempt) => (attempt === 7 ? events(1) : refused()), 9);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000, 2000]);
  });
});

describe("refreshing on news", () => {
  it("never overlaps, pauses between two runs, and runs once more for everything that arrived in the meantime", async () => {
    const { signal } = new AbortController();
    const log: string[] = [];
    const steps: (() => void)[] = [];
    const step = (name: string) =>
      new Promise<void>((resolve) => {
        steps.push(() => {
          log.push(name);
          resolve();
        });
      });
    const next = async () => {
      steps.shift()?.();
      await new Promise(setImmediate);
    };
    const news = throttled(() => step("read"), { gapMs: 1000, signal, pause: () => step("pause") });
    news();
    news();
    news();
    await next();
    news();
    await next();
    await next();
    await next();
    expect(log).toEqual(["read", "pause", "read", "pause"]);
    expect(steps).toEqual([]);
  });
});
