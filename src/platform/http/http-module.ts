import type { Context, Hono } from "hono";
import { type Platform, type VisitorCtx, visitorCtx as visitBy } from "../context.ts";
import type { BodyParts } from "./read-body.ts";
import { requestFacts } from "./request-facts.ts";

interface Variables {
  Variables: {
    requestId: string;
    /** Headers with the number of calls that an API key has left. */
    rateLimit?: Record<string, string>;
  };
}
export type HttpApp = Hono<Variables>;
export type HttpContext = Context<Variables>;

/** The second argument of every slice's HTTP module. */
export interface HttpParts extends BodyParts {
  platform: Platform;
}

/** Registers routes other than API calls: pages, files, and forms that work without JavaScript. */
export type HttpModule<Parts extends HttpParts> = (app: HttpApp, parts: Parts) => void;

export function visitorCtxOf({ platform, addressOf }: HttpParts, context: Context): VisitorCtx {
  return visitBy(platform, requestFacts(context.req.raw, addressOf(context)));
}

/** Responds to a request for a picture while too many others are being drawn. */
export function drawingBusyResponse(context: Context): Response {
  return context.text("We’re drawing too many pictures right now. Try again in a moment.", 503, {
    "Retry-After": "5",
  });
}
