import { Failure, failure, retryAfter } from "#src/lib/errors.ts";
import { INCOMING_PATH } from "#src/lib/paths.ts";
import { hasFeature } from "#src/platform/account-features.ts";
import { parseFields, requireJsonObject } from "#src/platform/http/body-shape.ts";
import type { HttpApp, HttpContext, HttpParts } from "#src/platform/http/http-module.ts";
import { readRequestBytes, withoutByteOrderMark } from "#src/platform/http/read-body.ts";
import { findIncomingByUrl, isSigned, receiveCall, recordRefusal } from "./reception.ts";
import { CALL_BYTES_MAX } from "./rules.ts";
import type { IncomingRow } from "./store.ts";

/** What senders' programs read, in English. */
const RECEIVING_ERRORS = {
  WEBHOOK_UNKNOWN: { status: 404, message: "There’s no webhook at this URL, or not anymore." },
  SIGNATURE_WRONG: { status: 401, message: "This isn’t signed with the webhook’s secret." },
  FEATURE_OFF: { status: 403, message: "Incoming webhooks aren’t available for this account." },
  BODY_NOT_UTF8: { status: 400, message: "Send the body as UTF-8." },
  BODY_NOT_JSON: { status: 400, message: "The body isn’t valid JSON." },
  BODY_TYPE: {
    status: 415,
    message: "Send a JSON object as application/json, or a form as application/x-www-form-urlencoded.",
  },
} as const;

/** Receives what other programs send. Whatever it leads to, the answer is the same. */
export function incomingWebhooksHttp(app: HttpApp, parts: HttpParts): void {
  app.post(`${INCOMING_PATH}:token`, async (context) => {
    try {
      await receive(parts, context);
      return context.json({ received: true }, 202);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const seconds = retryAfter(error);
      const headers = seconds === undefined ? {} : { "Retry-After": String(seconds) };
      return Response.json({ code: error.code, message: error.message }, { status: error.status, headers });
    }
  });
}

async function receive(parts: HttpParts, context: HttpContext): Promise<void> {
  const { platform } = parts;
  const address = parts.addressOf(context);
  const row = await findIncomingByUrl(platform, { token: context.req.param("token") ?? "", address });
  if (!row) throw failure(RECEIVING_ERRORS, "WEBHOOK_UNKNOWN");
  const header = (name: string) => context.req.header(name) ?? "";
  const bytes = await orRefusal(parts, row, () => readRequestBytes(parts, context, CALL_BYTES_MAX));
  if (!isSigned(platform, row, { header, bytes })) {
    await recordRefusal(platform, row, "signature");
    throw failure(RECEIVING_ERRORS, "SIGNATURE_WRONG");
  }
  if (!(await hasFeature(platform, "incoming_webhooks", row.user_id)))
    throw failure(RECEIVING_ERRORS, "FEATURE_OFF");
  const body = await orRefusal(parts, row, () => parse(bytes, header("content-type")));
  await receiveCall(platform, row, { header, body });
}

async function orRefusal<Value>(
  { platform }: HttpParts,
  row: IncomingRow,
  read: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure) await recordRefusal(platform, row, "content");
    throw error;
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

function parse(bytes: Buffer, type: string): object {
  const isJson = JSON_TYPE.test(type);
  if (!isJson && !FORM_TYPE.test(type)) throw failure(RECEIVING_ERRORS, "BODY_TYPE");
  const body = withoutByteOrderMark(bytes);
  const text = decode(body);
  if (!isJson) return Object.fromEntries(parseFields(body));
  requireJsonObject(body);
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text) as object;
  } catch {
    throw failure(RECEIVING_ERRORS, "BODY_NOT_JSON");
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw failure(RECEIVING_ERRORS, "BODY_NOT_UTF8");
  }
}
