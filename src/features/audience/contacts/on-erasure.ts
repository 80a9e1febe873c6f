import type { Platform } from "#src/platform/context.ts";
import { type Subscription, subscribe } from "#src/platform/events/events.ts";
import { contactDeleted, contactsErased } from "./events.ts";

export interface ErasedContacts {
  account: string;
  ids: readonly string[];
}

/** Defines a slice's jobs that delete its data about erased people: `<slice>.forget-contact(s)`. */
export function onErasure(
  slice: string,
  forget: (platform: Platform, erased: ErasedContacts) => Promise<void>,
): Subscription<Platform>[] {
  return [
    subscribe<Platform, object>(
      contactDeleted,
      (platform, { account, subject }) => forget(platform, { account, ids: [subject] }),
      { name: `${slice}.forget-contact` },
    ),
    subscribe<Platform, { ids: string[] }>(
      contactsErased,
      (platform, { account, payload: { ids } }) => forget(platform, { account, ids }),
      { name: `${slice}.forget-contacts` },
    ),
  ];
}
