import * as z from "zod";
import type { Permission } from "./access.ts";
import type { EventType } from "./event.ts";

/** The subject area of an event, by which readers filter the activity log. */
export type EventArea =
  | "account"
  | "profile"
  | "link"
  | "domain"
  | "lead"
  | "media"
  | "team"
  | "billing"
  | "key"
  | "mailbox"
  | "template"
  | "webhook"
  | "referral"
  | "job"
  | "other";

/**
 * A phrase for the activity log, starting with the verb. Events may be older than the code, so any value may
 * be missing. Numbers and dates are formatted for the reader's locale.
 */
type Sentence<Payload> =
  | string
  | ((payload: { readonly [Key in keyof Payload]?: unknown }, locale: string) => string);

interface WebhookOffer<Payload> {
  /** The public name, which never changes. Defaults to the internal one. */
  type?: string;
  label: string;
  /** Members without this permission don't receive the event, because they can't see its subject either. */
  permission: Permission;
  example?: Payload;
}

interface Declaration<Payload extends object> {
  /** Omitted if the subject says it all. */
  payload?: z.ZodType<Payload>;
  sentence: Sentence<Payload>;
  /** Set if it differs from the slice's other events. */
  area?: EventArea;
  /** Set if webhooks can subscribe to it. */
  webhook?: WebhookOffer<Payload>;
}

export interface DeclaredEvent extends EventType<object> {
  area: EventArea;
  sentence: Sentence<Record<string, unknown>>;
  webhook?: WebhookOffer<object>;
}

/** Used in examples of webhook payloads. */
export const EXAMPLE_ID = "0190163d-8694-739b-aea5-966c26f8ad91";

/** A slice's events, iterated in the order in which they were added. */
export interface EventList {
  events: readonly DeclaredEvent[];
  add<Payload extends object = object>(name: string, declared: Declaration<Payload>): EventType<Payload>;
}

export function eventList(area: EventArea): EventList {
  const events: DeclaredEvent[] = [];
  return {
    events,
    add<Payload extends object>(name: string, declared: Declaration<Payload>) {
      const { payload = z.object({}) as unknown as z.ZodType<Payload> } = declared;
      events.push({ name, area, ...declared, payload } as DeclaredEvent);
      return { name, payload };
    },
  };
}
