import type { Context, Hono } from "hono";
import { type Platform, type VisitorCtx, visitorCtx as visitBy } from "../context.ts";
import type { BodyParts } from "./read-body.ts";
import { requestFacts } from "./request-facts.ts";

interface Variables {
  Variables: {
    requestId: string;
    /** Headers with the number of calls that a key has left. */
    rateLimit?: Record<string, string>;
  };
}
export type HttpApp = Hono<Variables>;
export type HttpContext = Context<Variables>;

/** What every slice's `http.ts` receives. */
export interface HttpParts extends BodyParts {
  platform: Platform;
}

/** Adds whatever a slice serves besides API calls: pages, files, and forms that work without JavaScript. */
export type HttpModule<Parts extends HttpParts> = (app: HttpApp, parts: Parts) => void;

/** The first argument of verbs that anyone may call. */
export function visitorCtxOf({ platform, addressOf }: HttpParts, context: Context): VisitorCtx {
  return visitBy(platform, requestFacts(context.req.raw, addressOf(context)));
}

/** The answer when more pictures are requested than we can draw. */
export function drawingBusyResponse(context: Context): Response {
  return context.text("We’re drawing too many pictures right now. Try again in a moment.", 503, {
    "Retry-After": "5",
  });
}
