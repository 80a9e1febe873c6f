import type { Platform } from "#src/platform/context.ts";
import type { Signals } from "#src/platform/signals.ts";
import { ANNOUNCE_EVERY_MS } from "./rules.ts";
import { clicksRecorded } from "./signals.ts";

/** A NOTIFY carries at most 8,000 bytes. */
const ANNOUNCED_PROFILES_MAX = 150;

interface Announcer {
  profiles: Set<string>;
  timer?: NodeJS.Timeout;
}

const announcers = new WeakMap<Signals, Announcer>();

/** Announces profiles with new events to every node: the first at once, the rest at most twice a second. */
export function broadcastRecorded(platform: Platform, events: readonly { profile_id: string }[]): void {
  const announcer = announcers.get(platform.signals) ?? { profiles: new Set() };
  announcers.set(platform.signals, announcer);
  for (const { profile_id } of events) announcer.profiles.add(profile_id);
  if (announcer.timer) return;
  announcer.timer = globalThis
    .setTimeout(() => {
      announcer.timer = undefined;
      if (announcer.profiles.size > 0) broadcastRecorded(platform, []);
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
