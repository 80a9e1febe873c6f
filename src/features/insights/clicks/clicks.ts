/*
 * Visitor events: page views, link clicks, and the redirect of `/go/{linkId}`. Every event is stored and
 * counted in one statement before its sender gets a response, and an id counts once. Beyond the limits
 * (`token-bucket.ts`), only counts are stored. This slice owns the events' rows, their rollups, and the daily
 * hashes of visitors. `analytics` shows owners the results; `public-page` decides what a page looks like.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Auth } from "#src/features/identity/accounts/auth/auth.ts";
import type { Platform } from "#src/platform/context.ts";
import { stableUntil } from "#src/platform/db/visibility-horizon.ts";
import type { BodyBudget } from "#src/platform/http/body-budget.ts";
import { type EventKind, type FeedCursor, type FeedRange, listVisitorEventRows } from "./event-feed-store.ts";
import { createClickHandler } from "./http.ts";
import { ownAccounts } from "./own-visits.ts";
import { withRecordTimeout } from "./record-timeout.ts";
import { createRecorder } from "./recorder.ts";
import type { RecorderDeps } from "./recorder-deps.ts";
import { utmKey } from "./rules.ts";
import { type ProfileTarget, TargetCache } from "./target-cache.ts";
import { createBudget } from "./token-bucket.ts";
import { isPrefetch, parseReferrer, parseVisitor } from "./visitor-facts.ts";
import { visitorHasherOf } from "./visitor-hash.ts";

export { readEvents, readVisits } from "./packed-days.ts";
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
    vitalsBudget: createBudget(platform.now),
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

interface Reading extends Omit<FeedRange, "before"> {
  /** The clock difference to allow between nodes. A few seconds by default. */
  lagMs?: number;
}

/**
 * Lists a profile's clicks or views after `after`, in order of time. Events that a batch in progress could
 * still precede are left for the next call, so that readers who continue from `next` get each one exactly
 * once.
 */
export async function listVisitorEvents<Kind extends EventKind>(
  platform: Platform,
  kind: Kind,
  { lagMs, ...range }: Reading,
) {
  const before = (await stableUntil(platform, lagMs)).toISOString();
  const items = await listVisitorEventRows(platform.db, kind, { ...range, before });
  const last = items.at(-1);
  if (!last) return { items, next: range.after };
  const next: FeedCursor = { at: "clicked_at" in last ? last.clicked_at : last.viewed_at, id: last.id };
  return { items, next };
}

/** Counts a view of a page that redirects before anyone sees it. Never fails. */
async function countView(
  intake: RecorderDeps,
  request: IncomingMessage,
  profile: ProfileTarget,
): Promise<void> {
  if (request.method !== "GET" || isPrefetch(request)) return;
  await withRecordTimeout(record(intake, request, profile), intake.platform.log);
}

async function record(intake: RecorderDeps, request: IncomingMessage, profile: ProfileTarget): Promise<void> {
  if ((await intake.findOwnAccounts(request)).has(profile.user_id)) return;
  const address = intake.clientAddress(request);
  const visitor = parseVisitor(request, intake.platform.geo.lookup(address));
  const name = await intake.visitors.hash({
    address,
    profile_id: profile.profile_id,
    user_agent: visitor.user_agent,
  });
  const referrer = parseReferrer(request, request.headers.referer);
  const { profile_id, user_id } = profile;
  await intake.recorder.recordView({
    id: intake.platform.newId(),
    profile_id,
    user_id,
    session_id: name,
    visitor: name,
    referrer,
    utm: utmKey(request.url?.split("?").slice(1).join("?")),
    ...visitor,
    ...intake.budget.spend({ address, profile_id, client: visitor.client }),
  });
}
