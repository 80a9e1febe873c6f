import { setTimeout } from "node:timers/promises";
import type { Platform } from "#src/platform/context.ts";
import type { Signals, SignalType } from "#src/platform/signals.ts";
import { WAKE_EVERY_MS } from "./rules.ts";

export interface Stream {
  /** Aborted when the listener has left, their session is over, or the process stops. */
  signal: AbortSignal;
  /** Resolves to whether the stream may continue. Ends it if the session is over. */
  check(): Promise<boolean>;
  close(): void;
  /** True if it has ended because its listener lost access, so that a retry is no use. */
  isRefused(): boolean;
}

type Listeners = Map<string, Set<() => void>>;

/**
 * Turns a signal into streams. `keysOf` returns the keys that a signal is about, and the returned function
 * yields whenever there was one about `key` on any node, at most twice a second, until its stream ends.
 */
export function subscribeTo<Payload>(
  signal: SignalType<Payload>,
  keysOf: (payload: Payload) => readonly string[],
) {
  const listenersOf = new WeakMap<Signals, Listeners>();
  const listenersFor = (signals: Signals): Listeners => {
    const known = listenersOf.get(signals);
    if (known) return known;
    const listeners: Listeners = new Map();
    listenersOf.set(signals, listeners);
    signals.on(signal, (payload) => {
      for (const key of keysOf(payload)) for (const wake of listeners.get(key) ?? []) wake();
    });
    signals.onGap(() => {
      for (const wakes of listeners.values()) for (const wake of wakes) wake();
    });
    return listeners;
  };
  return (platform: Platform, key: string, stream: Stream) =>
    news(platform, { listeners: listenersFor(platform.signals), key, stream });
}

async function* news(
  { now }: Platform,
  { listeners, key, stream }: { listeners: Listeners; key: string; stream: Stream },
): AsyncGenerator<{ at: string }> {
  const { signal, check, close } = stream;
  const wakes = listeners.get(key) ?? new Set();
  listeners.set(key, wakes);
  let isWoken = false;
  let goOn = () => {};
  const wake = () => {
    isWoken = true;
    goOn();
  };
  wakes.add(wake);
  signal.addEventListener("abort", wake);
  try {
    while (!signal.aborted) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
        if (isWoken) resolve();
      });
      if (!(await check())) return;
      isWoken = false;
      yield { at: now().toISOString() };
      await setTimeout(WAKE_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    close();
    signal.removeEventListener("abort", wake);
    wakes.delete(wake);
    if (wakes.size === 0 && listeners.get(key) === wakes) listeners.delete(key);
  }
}
