/*
 * Visitor events: page views, link clicks, and the redirect of `/go/{linkId}`. Every event is stored and
 * counted in one statement before its sender gets a response, and an id counts once. Beyond the limits
 * (`token-bucket.ts`), only counts are stored. This slice owns the events' rows, their rollups, and the daily
 * hashes of visitors. `analytics` shows owners the results; `public-page` decides what a page looks like.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import type { Platform } from "#src/platform/context.ts";
import type { BodyBudget } from "#src/platform/http/body-budget.ts";
import { createClickHandler } from "./http.ts";
import { ownAccounts } from "./own-visits.ts";
import { createRecorder } from "./recorder.ts";
import { type ProfileTarget, TargetCache } from "./target-cache.ts";
import { createBudget } from "./token-bucket.ts";
import { countView } from "./views.ts";
import { visitorHasherOf } from "./visitor-hash.ts";

export { listVisitorEvents } from "./event-feed.ts";
export { findProgress } from "./rollup-store.ts";
export { setDomainAccount } from "./visitor-facts.ts";
export { visitorHasherOf } from "./visitor-hash.ts";

export interface Clicks {
  /** Handles clicks, views, and redirects ahead of the router; false for any other request. */
  handle(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  /** Counts a view of a page that redirects before anyone sees it. Never fails. */
  countView(request: IncomingMessage, profile: ProfileTarget): Promise<void>;
  /** Resolves when everything that was accepted has been stored. */
  drain(): Promise<void>;
}

interface ClickParts {
  auth: Auth;
  bodies: BodyBudget;
  clientAddress(request: IncomingMessage): string;
}

export function createClicks(platform: Platform, { auth, bodies, clientAddress }: ClickParts): Clicks {
  const recorder = createRecorder(platform);
  const targets = new TargetCache(platform);
  const budget = createBudget(platform.now);
  const intake = {
    platform,
    recorder,
    targets,
    visitors: visitorHasherOf(platform),
    budget,
    bodies,
    clientAddress,
    findOwnAccounts: ownAccounts(platform, auth),
  };
  return {
    handle: createClickHandler(intake),
    countView: (request, profile) => countView(intake, request, profile),
    drain: recorder.drain,
  };
}
