import * as z from "zod";
import type { Permission } from "./access.ts";
import type { EventType } from "./event.ts";

/** What an event is about, which is what readers of the activity log filter by. */
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
 * What someone did, starting with the verb. Events may be older than the code, so any value may be missing.
 * Numbers and dates are written as readers of a locale write them.
 */
type Sentence<Payload> =
  | string
  | ((payload: { readonly [Key in keyof Payload]?: unknown }, locale: string) => string);

interface WebhookOffer<Payload> {
  /** The public name, which never changes. By default, the one it's announced under. */
  type?: string;
  label: string;
  /** People who may not see what it's about don't receive it either. */
  permission: Permission;
  example?: Payload;
}

interface Declaration<Payload extends object> {
  /** By default, there's nothing to say besides the subject. */
  payload?: z.ZodType<Payload>;
  sentence: Sentence<Payload>;
  /** Where it's not what the slice's other events are about. */
  area?: EventArea;
  /** Set if webhooks can receive it. */
  webhook?: WebhookOffer<Payload>;
}

/** An event with everything that's said about it. */
export interface DeclaredEvent extends EventType<object> {
  area: EventArea;
  sentence: Sentence<Record<string, unknown>>;
  webhook?: WebhookOffer<object>;
}

/** For examples of what webhooks send. */
export const EXAMPLE_ID = "0190163d-8694-739b-aea5-966c26f8ad91";

/** A slice's events. Whoever walks them does so in the order in which they were added. */
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
