import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** The subject is the domain in all of these. */
const payload = z.object({ profile_id: z.string() });
type OfProfile = z.output<typeof payload>;

export const domainAdded: EventType<OfProfile> = { name: "domain.added", payload };

/** Its records are right, and the account has proven it's theirs. */
export const domainVerified: EventType<OfProfile> = { name: "domain.verified", payload };

/** Visitors see the page there. */
export const domainActivated: EventType<OfProfile> = { name: "domain.activated", payload };

/** It used to work, and now leads somewhere else. */
export const domainDangling: EventType<OfProfile> = { name: "domain.dangling", payload };

/** It didn't lead here for 30 days, so we've stopped looking. */
export const domainFailed: EventType<OfProfile> = { name: "domain.failed", payload };

/** Another account has proven it's theirs. */
export const domainLost: EventType<OfProfile> = { name: "domain.lost", payload };

export const domainRemoved: EventType<OfProfile> = { name: "domain.removed", payload };
