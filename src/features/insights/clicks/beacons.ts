import type { IncomingMessage, ServerResponse } from "node:http";
import type * as z from "zod";
import { Failure } from "#src/lib/errors.ts";
import { requireJsonObject } from "#src/platform/http/body-shape.ts";
import { withoutByteOrderMark } from "#src/platform/http/read-body.ts";
import { CLICK_ERRORS, clickEventsSchema, viewEventSchema, vitalsSchema } from "./contract.ts";
import type { ClickEvent, RecordedCounts } from "./recorder.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { sendFailure, sendJson, sendRefusal } from "./responses.ts";
import { utmKey } from "./rules.ts";
import { parseUserAgent } from "./user-agent.ts";
import { isAtHome, parseReferrer, parseVisitor } from "./visitor-facts.ts";
import { vitalsRecorderOf } from "./vitals.ts";

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

type Refusal = Parameters<typeof sendRefusal>[1];

const BODY_BYTES_MAX = 64 * 1024;
/** `sendBeacon` sends plain text, because not every browser may send JSON while leaving a page. */
const CONTENT_TYPES = /^(?:application\/json|text\/plain)\s*(?:;|$)/i;

/** `POST /api/v1/clicks`: records the events whose links exist; fails only if none of them does. */
export function recordClicks(intake: RecorderDeps, exchange: Exchange): void {
  const { request } = exchange;
  receive(intake, exchange, clickEventsSchema, async ({ events }, address) => {
    const visitor = parseVisitor(request, intake.platform.geo.lookup(address));
    const own = await intake.findOwnAccounts(request);
    const clicks: ClickEvent[] = [];
    let ownClicks = 0;
    for (const { id, link_id, session_id, referrer, variant, query } of events) {
      const found = intake.targets.findLink(link_id);
      const link = found instanceof Promise ? await found : found;
      if (!link || !isAtHome(request, link)) continue;
      const { profile_id, user_id } = link;
      if (own.has(user_id)) {
        ownClicks++;
        continue;
      }
      clicks.push({
        id,
        link_id: link.link_id,
        profile_id,
        user_id,
        session_id,
        referrer: parseReferrer(request, referrer),
        utm: utmKey(query),
        variant: link.gate?.is_ab_test ? (variant ?? undefined) : undefined,
        ...visitor,
        ...intake.budget.spend({ address, profile_id, client: visitor.client }),
      });
    }
    if (clicks.length + ownClicks === 0) return { code: "LINK_NOT_FOUND", ...CLICK_ERRORS.LINK_NOT_FOUND };
    if (clicks.length === 0) return { received: ownClicks, new: 0 };
    const recorded = await intake.recorder.recordClicks(clicks);
    return { ...recorded, received: recorded.received + ownClicks };
  });
}

/** `POST /api/v1/views`. */
export function recordView(intake: RecorderDeps, exchange: Exchange): void {
  const { request } = exchange;
  receive(intake, exchange, viewEventSchema, async (view, address) => {
    const { id, session_id, referrer } = view;
    const profile = await intake.targets.findProfile(view.profile_id);
    if (!profile || !isAtHome(request, profile))
      return { code: "PROFILE_NOT_FOUND", ...CLICK_ERRORS.PROFILE_NOT_FOUND };
    if ((await intake.findOwnAccounts(request)).has(profile.user_id)) return { received: 1, new: 0 };
    const visitor = parseVisitor(request, intake.platform.geo.lookup(address));
    return intake.recorder.recordView({
      id,
      ...profile,
      session_id,
      referrer: parseReferrer(request, referrer),
      utm: utmKey(view.query),
      ...visitor,
      ...intake.budget.spend({ address, ...profile, client: visitor.client }),
      visitor: await intake.visitors.hash({
        address,
        profile_id: profile.profile_id,
        user_agent: visitor.user_agent,
      }),
    });
  });
}

/** `POST /api/v1/vitals`. What's too much from one network, or on one page, is left out. */
export function recordVitals(intake: RecorderDeps, exchange: Exchange): void {
  const { request } = exchange;
  receive(intake, exchange, vitalsSchema, async (measured, address) => {
    const profile = await intake.targets.findProfile(measured.profile_id);
    if (!profile || !isAtHome(request, profile))
      return { code: "PROFILE_NOT_FOUND", ...CLICK_ERRORS.PROFILE_NOT_FOUND };
    const { profile_id, user_id } = profile;
    const client = parseUserAgent(request.headers["user-agent"]);
    const isOwn = (await intake.findOwnAccounts(request)).has(user_id);
    if (isOwn || client.is_bot || intake.vitalsBudget.spend({ address, profile_id, client }).is_unlisted)
      return { received: 1, new: 0 };
    await vitalsRecorderOf(intake.platform)({ ...measured, profile_id });
    return { received: 1, new: 1 };
  });
}

type Record<Schema extends z.ZodType> = (
  input: z.output<Schema>,
  address: string,
) => Promise<RecordedCounts | Refusal>;

/** Reads and checks a body, and responds with the result of `record`. */
function receive<Schema extends z.ZodType>(
  intake: RecorderDeps,
  { request, response }: Exchange,
  ...[schema, record]: [Schema, Record<Schema>]
): void {
  const type = request.headers["content-type"];
  if (type !== undefined && !CONTENT_TYPES.test(type)) {
    const message = "Send the events as application/json.";
    sendRefusal(response, { status: 415, code: "UNSUPPORTED_MEDIA_TYPE", message });
    return;
  }
  const address = intake.clientAddress(request);
  intake.bodies.receive({ request, bytesMax: BODY_BYTES_MAX, address }, (body) => {
    const parsed = body instanceof Failure ? body : parse(schema, body);
    if (parsed instanceof Failure) {
      sendFailure(response, parsed);
      return;
    }
    record(parsed.input, address).then(
      (answer) => {
        if ("code" in answer) sendRefusal(response, answer);
        else sendJson(response, 202, answer);
      },
      (error: unknown) => {
        intake.platform.log.error({ err: error }, "events could not be recorded");
        sendFailure(response, error);
      },
    );
  });
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  body: Buffer,
): { input: z.output<Schema> } | Failure {
  let value: unknown;
  try {
    const text = withoutByteOrderMark(body);
    requireJsonObject(text);
    value = JSON.parse(text.toString());
  } catch (error) {
    if (error instanceof Failure) return error;
    return bad("We couldn’t read this request. Check that it’s valid JSON.");
  }
  const result = schema.safeParse(value);
  if (result.success) return { input: result.data };
  const [issue] = result.error.issues;
  const path = issue?.path.join(".") ?? "";
  return bad(`${path ? `${path}: ` : ""}${issue?.message ?? "The request isn’t what we expected."}`);
}

function bad(message: string): Failure {
  return new Failure("BAD_REQUEST", { status: 400, message });
}
