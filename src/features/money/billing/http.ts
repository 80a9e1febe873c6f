import type { BodyRule } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { STRIPE_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { readRequestBody } from "#src/platform/http/read-body.ts";
import { receiveStripeEvent } from "./billing-events.ts";

const BODY: BodyRule = { kind: "json", bytesMax: 256 * 1024 };
/** The maximum age of a message. An older one may be a replay. */
const TOLERANCE_S = 300;

export const STRIPE_ERRORS = {
  SIGNATURE_WRONG: { status: 400, message: "This isn’t signed with the webhook’s secret, or it’s too old." },
  EVENT_UNREADABLE: { status: 400, message: "This isn’t an event as Stripe sends them." },
} as const;

/**
 * Receives Stripe's webhooks. The response follows once the event is stored; Stripe repeats any event without
 * one.
 */
export function subscriptionsHttp(app: HttpApp, parts: HttpParts): void {
  const { platform } = parts;
  app.post(STRIPE_PATH, async (context, next) => {
    if (!platform.stripe) return next();
    const { client, webhookSecret } = platform.stripe;
    const text = await (await readRequestBody(parts, context, BODY)).text();
    const signature = context.req.header("stripe-signature") ?? "";
    const event = await client.webhooks
      .constructEventAsync(text, signature, webhookSecret, TOLERANCE_S)
      .catch(() => {
        throw failure(STRIPE_ERRORS, "SIGNATURE_WRONG");
      });
    if (!(await receiveStripeEvent(platform, event))) throw failure(STRIPE_ERRORS, "EVENT_UNREADABLE");
    return context.json({ received: true });
  });
}
