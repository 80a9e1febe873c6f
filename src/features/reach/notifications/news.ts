/*
 * What the instance tells many people in its own words. Whoever sends it decides whom it's for; here, people's own
 * choices decide what reaches them, and how.
 */
import { filterSubscribed, listReachableDevices } from "#src/features/identity/preferences/preferences.ts";
import type { Platform } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { signalReaders } from "./fan-out.ts";
import { NOTIFICATION_TYPES } from "./notification-types.ts";
import { insertNotifications } from "./store.ts";
import { enqueuePush } from "./web-push.ts";

export interface NewsItem {
  person: string;
  /** In the person's language, for what says it in its own words. */
  text?: string;
  /** What the kind's sentence is made of. */
  facts?: Readonly<Record<string, string>>;
  path: string;
}

interface News {
  /** The same key and person are the same notification, which is added once. */
  key: string;
  items: readonly NewsItem[];
  channels: readonly ("in_app" | "push")[];
  /** The kind of notification, whose topic people may have turned off. */
  kind?: "news" | "legal_changed";
}

export const newsId = (key: string, person: string) => derivedId(key, "news", person);

/** Adds it behind the bell and queues it for devices, and returns who gets it where. */
export async function tellNews(
  platform: Platform,
  { key, items, channels, kind = "news" }: News,
): Promise<Record<"in_app" | "push", ReadonlySet<string>>> {
  return platform.write(async (ctx) => {
    const people = items.map(({ person }) => person);
    const subscribed = async (channel: "in_app" | "push") =>
      channels.includes(channel)
        ? filterSubscribed(ctx, people, { topic: NOTIFICATION_TYPES[kind].topic, channel })
        : [];
    const listed = new Set(await subscribed("in_app"));
    const devices = await listReachableDevices(ctx, await subscribed("push"));
    const pushed = new Set(devices.map(({ user_id }) => user_id));
    const now = ctx.now().toISOString();
    const rows = items
      .filter(({ person }) => listed.has(person) || pushed.has(person))
      .map(({ person, text, facts, path }) => ({
        id: newsId(key, person),
        user_id: person,
        account: person,
        kind,
        subject: person,
        actor: null,
        data: { ...facts, ...(text !== undefined && { text }), key, path },
        in_app: listed.has(person),
        since: now,
        created_at: now,
      }));
    const told = await insertNotifications(ctx.db, rows);
    await signalReaders(
      ctx,
      told.map(({ user_id }) => user_id),
    );
    await enqueuePush(ctx, told, devices);
    return { in_app: listed, push: pushed };
  });
}
