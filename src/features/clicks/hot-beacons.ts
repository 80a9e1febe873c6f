import type { IncomingMessage, ServerResponse } from "node:http";
import type * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import type { Budget } from "./budget.ts";
import { CLICK_ERRORS, clickEventsSchema, viewEventSchema } from "./contract.ts";
import { readBody, readReferrer, readVisitor, sendJson, sendRefusal } from "./hot-answers.ts";
import type { ClickEvent, Recorded, Recorder } from "./recorder.ts";
import type { Targets } from "./targets.ts";
import type { Visitors } from "./visitors.ts";

export interface Hot {
  platform: Platform;
  recorder: Recorder;
  targets: Targets;
  visitors: Visitors;
  budget: Budget;
  clientAddress(request: IncomingMessage): string;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

type Refusal = Parameters<typeof sendRefusal>[1];

const BODY_BYTES_MAX = 64 * 1024;
/** `sendBeacon` writes plain text where a browser may not send JSON while the page is left. */
const CONTENT_TYPES = /^(?:application\/json|text\/plain)\s*(?:;|$)/i;

/** `POST /api/v1/clicks`: the events whose links exist are recorded; refused only when none of them does. */
export function recordClicks(hot: Hot, exchange: Exchange): void {
  const { request } = exchange;
  receive(hot, exchange, clickEventsSchema, async ({ events }) => {
    const address = hot.clientAddress(request);
    const visitor = readVisitor(request, hot.platform.geo.lookup(address));
    const clicks: ClickEvent[] = [];
    for (const { id, link_id, session_id, referrer, variant } of events) {
      const found = hot.targets.findLink(link_id);
      const link = found instanceof Promise ? await found : found;
      if (!link) continue;
      const { profile_id } = link;
      clicks.push({
        id,
        link_id: link.link_id,
        profile_id,
        user_id: link.user_id,
        session_id,
        referrer: readReferrer(request, referrer),
        variant: link.gate?.is_ab_test ? (variant ?? undefined) : undefined,
        ...visitor,
        is_suspected: hot.budget.isSuspected({ address, profile_id, client: visitor.client }),
      });
    }
    if (clicks.length === 0) return { code: "LINK_NOT_FOUND", ...CLICK_ERRORS.LINK_NOT_FOUND };
    return hot.recorder.recordClicks(clicks);
  });
}

/** `POST /api/v1/views`. */
export function recordView(hot: Hot, exchange: Exchange): void {
  const { request } = exchange;
  receive(hot, exchange, viewEventSchema, async ({ id, profile_id, session_id, referrer }) => {
    const profile = await hot.targets.findProfile(profile_id);
    if (!profile) return { code: "PROFILE_NOT_FOUND", ...CLICK_ERRORS.PROFILE_NOT_FOUND };
    const address = hot.clientAddress(request);
    const visitor = readVisitor(request, hot.platform.geo.lookup(address));
    return hot.recorder.recordView({
      id,
      ...profile,
      session_id,
      referrer: readReferrer(request, referrer),
      ...visitor,
      is_suspected: hot.budget.isSuspected({ address, ...profile, client: visitor.client }),
      visitor: await hot.visitors.nameOf({
        address,
        profile_id: profile.profile_id,
        user_agent: visitor.user_agent,
      }),
    });
  });
}

/** Reads and checks a body, and answers with what `record` says. */
function receive<Schema extends z.ZodType>(
  hot: Hot,
  { request, response }: Exchange,
  ...[schema, record]: [Schema, (input: z.output<Schema>) => Promise<Recorded | Refusal>]
): void {
  const type = request.headers["content-type"];
  if (type !== undefined && !CONTENT_TYPES.test(type)) {
    request.resume();
    const message = "Send the events as application/json.";
    sendRefusal(response, { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message });
    return;
  }
  readBody(request, BODY_BYTES_MAX, (body) => {
    if (body === undefined) {
      response.setHeader("Connection", "close");
      const message = `This is too large. At most ${BODY_BYTES_MAX / 1024} KB can be sent at once.`;
      sendRefusal(response, { status: 413, code: "BODY_TOO_LARGE", message });
      return;
    }
    const parsed = parse(schema, body);
    if ("message" in parsed) {
      sendRefusal(response, { status: 400, code: "BAD_REQUEST", message: parsed.message });
      return;
    }
    record(parsed.input).then(
      (answer) => {
        if ("code" in answer) sendRefusal(response, answer);
        else sendJson(response, 202, answer);
      },
      (error: unknown) => {
        hot.platform.log.error({ err: error }, "events could not be recorded");
        const message = "An error occurred. Please try again later.";
        sendRefusal(response, { status: 500, code: "INTERNAL_SERVER_ERROR", message });
      },
    );
  });
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  body: string,
): { input: z.output<Schema> } | { message: string } {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { message: "The request could not be read. Is it valid JSON?" };
  }
  const result = schema.safeParse(value);
  if (result.success) return { input: result.data };
  const [issue] = result.error.issues;
  const path = issue?.path.join(".") ?? "";
  return { message: `${path ? `${path}: ` : ""}${issue?.message ?? "The request is not as expected."}` };
}
