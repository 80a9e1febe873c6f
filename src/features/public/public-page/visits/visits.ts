/*
 * The per-visitor data that a cached page can't contain: the visitor's location, whether to ask for consent,
 * and the links' targets. No response contains a URL that this visitor may not open.
 */

import { findProfileOwner } from "#src/features/audience/leads/leads.ts";
import { visitorHasherOf } from "#src/features/insights/clicks/clicks.ts";
import { cut } from "#src/features/insights/clicks/rules.ts";
import { FUNCTION_CALL_BYTES, GEOLOCATION_FETCH_BYTES } from "#src/features/instance/bandwidth/rules.ts";
import { type GeoPlace, needsConsent } from "#src/features/pages/geo/page/place.ts";
import {
  type Exit,
  listInAppExits,
  recordInAppExit,
} from "#src/features/pages/in-app-browsers/in-app-browsers.ts";
import { appLink } from "#src/features/pages/links/page/app-links.ts";
import {
  type DestinationVisitor,
  isGated,
  type LinkDestination,
  resolveDestination,
} from "#src/features/pages/links/page/destination.ts";
import { requireProfile } from "#src/features/pages/profiles/profiles.ts";
import { USERNAME_PATTERN } from "#src/features/pages/profiles/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import type { Ctx, VisitorCtx } from "#src/platform/context.ts";
import { PAGE_ERRORS, type ProfileData, type VisitorDestination } from "../contract.ts";
import { pageDataOf } from "./page-data.ts";
import { profileData } from "./profile-data.ts";
import { findClickedLink, findGatedLinks } from "./visit-store.ts";

const NOWHERE: GeoPlace = { country: "UNKNOWN", region: "", city: "" };

/**
 * Identifies visitors exactly as `/go/` does, so that a link leads to the same URL with and without
 * JavaScript.
 */
async function visitorOf(visit: VisitorCtx, profile_id: string): Promise<DestinationVisitor> {
  const { address, userAgent } = visit.request;
  const name = await visitorHasherOf(visit).hashOrRandom({ address, user_agent: cut(userAgent), profile_id });
  return { place: placeOf(visit), name };
}

/** Null if the location can't be determined, in which case nobody is blocked (spec §8). */
function placeOf({ geo, request, log }: VisitorCtx): GeoPlace | null {
  try {
    return geo.lookup(request.address);
  } catch (error) {
    log.error({ err: error }, "Failed to detect location");
    return null;
  }
}

/** The page's script requests this once per view, on pages that need it. */
export async function visitPage(visit: VisitorCtx, { profile_id }: { profile_id: string }) {
  const page = isId(profile_id) ? await findGatedLinks(visit.database, profile_id) : undefined;
  if (!page) throw failure(PAGE_ERRORS, "PROFILE_NOT_FOUND");
  if (page.status !== "active") throw failure(PAGE_ERRORS, "PROFILE_UNAVAILABLE");
  visit.egress.note(page.user_id, "function_call", { transferred: GEOLOCATION_FETCH_BYTES });
  const visitor = await visitorOf(visit, page.id);
  const place = visitor.place ?? NOWHERE;
  return {
    place: { country: place.country, region: place.region, city: place.city },
    needs_consent: needsConsent(place.country, visit.request.signals),
    allows_pixels: visit.request.holdsSession !== true,
    ways: Object.fromEntries(
      page.links.filter(isGated).map((link) => [link.id, toPageAnswer(resolveDestination(link, visitor))]),
    ),
  };
}

function toPageAnswer(way: LinkDestination) {
  const opens = way.blocked ? null : way.redirectUrl;
  return { ...toAnswer(way), app: opens === null ? null : appLink(opens) };
}

function toAnswer(way: LinkDestination): VisitorDestination {
  return { ...way, redirect: way.redirectUrl !== null };
}

/** Returns a clicked link's target for this visitor (spec §7, get-accessible-links). */
export async function findAccessibleLink(
  visit: VisitorCtx,
  { clickedLinkId }: { clickedLinkId: string },
): Promise<VisitorDestination> {
  const link = isId(clickedLinkId) ? await findClickedLink(visit.database, clickedLinkId) : undefined;
  if (!link) throw failure(PAGE_ERRORS, "LINK_NOT_FOUND");
  visit.egress.note(link.user_id, "function_call", { transferred: FUNCTION_CALL_BYTES });
  // Only `/go/` knows whether it opens now, and for whom.
  if (link.access) return throughServer(visit, link.id);
  return toAnswer(resolveDestination(link, await visitorOf(visit, link.profile_id)));
}

function throughServer({ instance }: VisitorCtx, id: string): VisitorDestination {
  const redirectUrl = instance.pagesUrl + GO_PATH + id;
  return toAnswer({ blocked: false, message: null, redirectUrl, variant: null });
}

const NO_WAYS: ReadonlyMap<string, LinkDestination> = new Map();

interface ProfileQuery {
  username?: string | null | undefined;
}

/** A public page's content for this visitor (spec §7, get-profile-data; §3, public profile response). */
export async function getProfileData(visit: VisitorCtx, query: ProfileQuery): Promise<ProfileData> {
  const username = query.username?.trim().toLowerCase() ?? "";
  if (username === "") throw failure(PAGE_ERRORS, "USERNAME_REQUIRED");
  try {
    const page = USERNAME_PATTERN.test(username) ? await pageDataOf(visit).find(username) : undefined;
    if (!page) throw failure(PAGE_ERRORS, "PROFILE_NOT_FOUND");
    const { view, user_id, gated } = page;
    if (!page.isActive) throw failure(PAGE_ERRORS, "PROFILE_UNAVAILABLE");
    visit.egress.note(user_id, "function_call", { transferred: FUNCTION_CALL_BYTES });
    if (gated.length === 0) return profileData(view, NO_WAYS);
    const visitor = await visitorOf(visit, view.profile_id);
    return profileData(view, new Map(gated.map((link) => [link.id, resolveDestination(link, visitor)])));
  } catch (error) {
    if (error instanceof Failure) throw error;
    visit.log.error({ err: error }, "profile data");
    throw failure(PAGE_ERRORS, "PROFILE_FAILED");
  }
}

/** Counts a visitor's attempt to leave an app's own browser, or its success. */
export async function recordExit(visit: VisitorCtx, exit: Exit): Promise<{ counted: true }> {
  await findProfileOwner(visit, { profile_uuid: exit.profile_id });
  return recordInAppExit(visit, exit);
}

/** Returns how many visitors of one's own page tried to leave, and how many did. */
export async function listExits(ctx: Ctx, { id, days }: { id: string; days: number }) {
  await requireProfile(ctx, id);
  return listInAppExits(ctx, { id, days });
}
