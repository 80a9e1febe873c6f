/* Sends through Gmail's API, and interprets its responses. */

import type { SendMailOptions } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer";
import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { fetchGoogle } from "#src/platform/gmail.ts";
import { AccessRevoked, GmailNotConfigured, gmailToken } from "../credentials/credentials.ts";
import { classifyReply, type ReplyClass } from "../send/reply-rules.ts";
import type { MailboxRow } from "../store.ts";

const SEND_MS_MAX = 60_000;

const sentSchema = z.object({ id: z.string(), threadId: z.string() });
const refusedSchema = z.object({
  error: z.object({
    message: z.string().default(""),
    errors: z.array(z.object({ reason: z.string().default("") })).default([]),
  }),
});

export type GmailResult =
  | { accepted: true; provider_id: string; thread_id: string }
  | { accepted: false; failure: ReplyClass; is_uncertain: boolean; slowDownMs?: number | undefined };

/** Google's reasons for a temporary refusal. */
const LIMIT_REASONS =
  /^(?:userRateLimitExceeded|rateLimitExceeded|dailyLimitExceeded|quotaExceeded|limitExceeded)$/;

export async function sendByGmail(
  platform: Platform,
  row: MailboxRow,
  { mail, thread_id }: { mail: SendMailOptions; thread_id?: string | undefined },
): Promise<GmailResult> {
  const bytes = await new MailComposer(mail).compile().build();
  const body = bodyOf(bytes, thread_id);
  try {
    const first = await post(platform, row, { body, isNew: false });
    // A token may end before its time.
    const last = first.status === 401 ? await post(platform, row, { body, isNew: true }) : first;
    return await judge(last, platform.now());
  } catch (error) {
    if (error instanceof AccessRevoked) return refused("auth", error.message);
    if (error instanceof GmailNotConfigured) return refused("connection", error.message);
    const isUncertain = !(error instanceof NotSent || isBeforeRequest(error));
    return { ...refused("connection", "Google didn’t answer"), is_uncertain: isUncertain };
  }
}

/** Larger e-mail is sent raw, because Google limits JSON. */
const JSON_BYTES_MAX = 1024 * 1024;

interface Body {
  path: string;
  type: string;
  content: string | Uint8Array<ArrayBuffer>;
}

function bodyOf(bytes: Buffer, threadId: string | undefined): Body {
  const path = "/gmail/v1/users/me/messages/send";
  // A raw upload can't name a conversation; replies in one are short.
  if (bytes.length > JSON_BYTES_MAX && threadId === undefined)
    return {
      path: `/upload${path}?uploadType=media`,
      type: "message/rfc822",
      content: new Uint8Array(bytes),
    };
  const content = JSON.stringify({
    raw: bytes.toString("base64url"),
    ...(threadId !== undefined && { threadId }),
  });
  return { path, type: "application/json", content };
}

/** Error codes of a failed connection: names, addresses, and certificates. */
const NO_CONNECTION =
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/;

/** True if a request failed before any of it could have left. Every cause of the error has to prove that. */
function isBeforeRequest(error: unknown): boolean {
  const {
    cause,
    code,
    errors,
    message = "",
  } = error as NodeJS.ErrnoException & {
    cause?: unknown;
    errors?: unknown[];
  };
  if (errors && errors.length > 0) return errors.every(isBeforeRequest);
  if (typeof code === "string")
    return NO_CONNECTION.test(code) || /before secure TLS connection/.test(message);
  return cause !== undefined && isBeforeRequest(cause);
}

/** It failed before the e-mail was on its way. */
class NotSent extends Error {}

async function post(
  platform: Platform,
  row: MailboxRow,
  { body, isNew }: { body: Body; isNew: boolean },
): Promise<Response> {
  const token = await gmailToken(platform, row, { isNew }).catch((error: unknown) => {
    throw error instanceof AccessRevoked || error instanceof GmailNotConfigured
      ? error
      : new NotSent("no token", { cause: error });
  });
  return fetchGoogle(`${platform.gmail?.api}${body.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": body.type },
    body: body.content,
    redirect: "error",
    signal: AbortSignal.timeout(SEND_MS_MAX),
  });
}

async function judge(response: Response, now: Date): Promise<GmailResult> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const sent = sentSchema.safeParse(parse(text));
  if (response.ok && sent.success)
    return { accepted: true, provider_id: sent.data.id, thread_id: sent.data.threadId };
  const { message, isLimit, waitMs } = parseGmailError({ status, headers, text }, now);
  if (isLimit) {
    const { failure, ...result } = refused("limit", message);
    const asked = waitMs === undefined ? {} : { wait_seconds: Math.ceil(waitMs / 1000) };
    return { ...result, failure: { ...failure, ...asked }, slowDownMs: waitMs };
  }
  if (status === 401 || status === 403) return refused("auth", message || "Google refuses our access");
  if (status === 400 || status === 413)
    return refused(
      /invalid (?:to|cc|bcc) header|recipient address/i.test(message) ? "hard" : "policy",
      message,
    );
  // Only this status guarantees that nothing happened.
  return { ...refused("soft", message), is_uncertain: status !== 503 };
}

interface Refusal {
  message: string;
  /** Set if Google only throttles us, with the wait if it sends one. */
  isLimit: boolean;
  waitMs: number | undefined;
}

export function parseGmailError(
  { status, headers, text }: { status: number; headers: Headers; text: string },
  now: Date,
): Refusal {
  const { message, errors } = refusedSchema.safeParse(parse(text)).data?.error ?? { message: "", errors: [] };
  const isLimit =
    status === 429 || (status === 403 && errors.some(({ reason }) => LIMIT_REASONS.test(reason)));
  return { message, isLimit, waitMs: waitOf(headers.get("retry-after"), message, now) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(kind: ReplyClass["kind"], words: string) {
  return {
    accepted: false as const,
    failure: { kind, words: classifyReply({ text: words }).words },
    is_uncertain: false,
  };
}

/** Parses a header in seconds or as a date, or Google's own text: “Retry after 2026-11-23T09:00:00.000Z”. */
function waitOf(header: string | null, message: string, now: Date): number | undefined {
  if (header !== null && /^\d+$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header ?? /Retry after (\S+)/i.exec(message)?.[1] ?? "");
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}
