import { failure } from "#src/lib/errors.ts";
import { HOOK_PATH } from "#src/lib/paths.ts";
import type { HttpApp, HttpParts } from "#src/platform/http/http-module.ts";
import { readRequestBytes } from "#src/platform/http/read-body.ts";
import { HOOK_BYTES_MAX } from "./provider-webhook-rules.ts";
import { DELIVERIES, findWebhookByUrl, receiveWebhook } from "./receive-webhook.ts";

export const RECEIVING_ERRORS = {
  TOO_MANY_EVENTS: { status: 413, message: "That’s too many events at once. Send smaller batches." },
  EVENT_REFUSED: { status: 401, message: "This isn’t signed as it should be, or it’s too old." },
} as const;

/**
 * Receives providers' webhooks. The response follows once it's stored; providers repeat any request without
 * one.
 */
export function inboundHttp(app: HttpApp, parts: HttpParts): void {
  const { platform } = parts;
  app.post(`${HOOK_PATH}:provider/:token`, async (context) => {
    const { provider, token } = context.req.param();
    const row = await findWebhookByUrl(platform, { provider, token });
    if (!row) return context.notFound();
    await platform.limits.count(DELIVERIES, row.mailbox_id);
    const body = await readRequestBytes(parts, context, HOOK_BYTES_MAX);
    const header = (name: string) => context.req.header(name) ?? "";
    const refusal = await receiveWebhook(platform, row, { header, body });
    if (refusal !== undefined)
      throw failure(RECEIVING_ERRORS, refusal === "too_many" ? "TOO_MANY_EVENTS" : "EVENT_REFUSED");
    return context.json({ received: true });
  });
}
