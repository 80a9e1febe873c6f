import { setTimeout } from "node:timers/promises";
import type { Platform } from "#src/platform/context.ts";
import type { Signals } from "#src/platform/signals.ts";
import { clicksRecorded } from "./events.ts";
import { ANNOUNCE_EVERY_MS, WAKE_EVERY_MS } from "./rules.ts";
import type { Stream } from "./streams.ts";

/** A NOTIFY carries at most 8,000 bytes. */
const ANNOUNCED_PROFILES_MAX = 150;

interface Announcer {
  profiles: Set<string>;
  timer?: NodeJS.Timeout;
}

const announcers = new WeakMap<Signals, Announcer>();

/** Tells every node which profiles have new events: the first at once, the rest at most twice a second. */
export function announceRecorded(platform: Platform, events: readonly { profile_id: string }[]): void {
  const announcer = announcers.get(platform.signals) ?? { profiles: new Set() };
  announcers.set(platform.signals, announcer);
  for (const { profile_id } of events) announcer.profiles.add(profile_id);
  if (announcer.timer) return;
  announcer.timer = globalThis
    .setTimeout(() => {
      announcer.timer = undefined;
      if (announcer.profiles.size > 0) announceRecorded(platform, []);
    }, ANNOUNCE_EVERY_MS)
    .unref();
  const profiles = [...announcer.profiles];
  announcer.profiles.clear();
  void announce(platform, profiles).catch((error: unknown) =>
    platform.log.warn({ err: error }, "live analytics"),
  );
}

async function announce({ signals, db }: Platform, profiles: string[]): Promise<void> {
  for (let at = 0; at < profiles.length; at += ANNOUNCED_PROFILES_MAX) {
    const profile_ids = profiles.slice(at, at + ANNOUNCED_PROFILES_MAX);
    const announcements = [{ name: clicksRecorded.name, payload: { profile_ids } }];
    await signals.deliver(announcements);
    await signals.send(db, announcements);
  }
}

type Listeners = Map<string, Set<() => void>>;
const listenersOf = new WeakMap<Signals, Listeners>();

function listenersFor(signals: Signals): Listeners {
  const known = listenersOf.get(signals);
  if (known) return known;
  const listeners: Listeners = new Map();
  listenersOf.set(signals, listeners);
  signals.on(clicksRecorded, ({ profile_ids }) => {
    for (const id of profile_ids) for (const wake of listeners.get(id) ?? []) wake();
  });
  signals.onGap(() => {
    for (const wakes of listeners.values()) for (const wake of wakes) wake();
  });
  return listeners;
}

/** Yields whenever an event of `profileId` was stored on any node, at most twice a second; ends with `stream`. */
export async function* liveEvents(
  { signals, now }: Platform,
  profileId: string,
  { signal, check, close }: Stream,
): AsyncGenerator<{ at: string }> {
  const listeners = listenersFor(signals);
  const wakes = listeners.get(profileId) ?? new Set();
  listeners.set(profileId, wakes);
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
    if (wakes.size === 0 && listeners.get(profileId) === wakes) listeners.delete(profileId);
  }
}
