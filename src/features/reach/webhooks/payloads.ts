import { findVisibleLead } from "#src/features/audience/leads/leads.ts";
import { grantOn } from "#src/features/identity/team/team.ts";
import { getDomain } from "#src/features/pages/domains/domains.ts";
import { getLink } from "#src/features/pages/links/links.ts";
import { getProfile } from "#src/features/pages/profiles/profiles.ts";
import { PERMISSIONS, type Role } from "#src/lib/access.ts";
import { Failure } from "#src/lib/errors.ts";
import type { Announced } from "#src/lib/event.ts";
import { apiKeyCtx, type Ctx, type Platform } from "#src/platform/context.ts";
import { findEvent } from "#src/platform/events/store.ts";
import { WEBHOOK_EVENTS } from "./contract.ts";
import type { DeliveryRow } from "./delivery-store.ts";
import { PAYLOAD_VERSION } from "./rules.ts";
import type { WebhookWithMaker } from "./store.ts";

/** The reason why there's nothing to send. */
export interface Unsendable {
  unsent: string;
}

/**
 * Returns a message's current content, as the webhook's responsible person may see it: the event, and its
 * subject as the API shows it, unless that's gone.
 */
export async function composeMessage(
  platform: Platform,
  delivery: DeliveryRow,
  webhook: WebhookWithMaker & { role: Role },
): Promise<{ body: string } | Unsendable> {
  const { type, event_id, account, webhook_id, created_at } = delivery;
  const write = (id: string, timestamp: string, data: object) => ({
    body: JSON.stringify({ type, version: PAYLOAD_VERSION, id, timestamp, account, data }),
  });
  if (event_id === null) return write(delivery.id, created_at, { webhook_id });
  const event = await findEvent(platform.db, { account, id: event_id });
  const known = WEBHOOK_EVENTS.find((one) => one.type === type);
  if (!event || !known) return { unsent: "This event is too old to send again." };
  const ctx = ctxOf(platform, webhook);
  if (!grantOn(ctx, known.permission))
    return { unsent: "The person who looks after this webhook may no longer see this." };
  const payload = event.payload as object;
  return write(event.id, event.time, { id: event.subject, ...payload, ...(await thingOf(ctx, event)) });
}

/** Acts like a key with all rights of the webhook's responsible person. */
function ctxOf(platform: Platform, { id, account, made_by, role }: WebhookWithMaker & { role: Role }): Ctx {
  const key = { id, maker: made_by, role, permissions: PERMISSIONS };
  return apiKeyCtx(platform, key, { account, profileIds: null });
}

/** Returns the event's subject, under its name. Undefined if it's gone or there are several. */
async function thingOf(ctx: Ctx, { name, subject, payload }: Announced<unknown>): Promise<object> {
  const [noun = ""] = name.split(".");
  const find = THINGS[noun];
  if (!find) return {};
  try {
    return { [noun]: await find(ctx, subject, payload as { profile_id: string }) };
  } catch (error) {
    if (error instanceof Failure) return {};
    throw error;
  }
}

const THINGS: Record<string, (ctx: Ctx, id: string, payload: { profile_id: string }) => Promise<unknown>> = {
  profile: (ctx, id) => getProfile(ctx, { id }),
  link: (ctx, id) => getLink(ctx, { id }),
  domain: (ctx, id) => getDomain(ctx, { id }),
  lead: (ctx, id, { profile_id }) => findVisibleLead(ctx, { id, profileId: profile_id }),
};
