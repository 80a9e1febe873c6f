/* Which sign-ups pass filters: by the visits they came in, or by what's known of themselves. */
import { doesEventPass } from "#src/features/insights/analytics/filter-match.ts";
import { type Filter, isAboutClicks } from "#src/features/insights/analytics/filter-rules.ts";
import { visitName } from "#src/features/insights/clicks/visit-name.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { LeadOrigin } from "./store.ts";
import type { AskedVisit } from "./visit-scan.ts";

interface Wanted {
  filters: readonly Filter[];
  bots: boolean;
  suspected: boolean;
}

/** A sign-up, and the visits that it may have come in. */
interface LeadVisits {
  lead: LeadOrigin;
  visits: AskedVisit[];
}

/** A tab that was open at midnight (UTC) has a visit on either day. */
const DAYS_BEFORE = [0, 1];

export function visitsOf(lead: LeadOrigin): LeadVisits {
  const { session_id, created_at } = lead;
  if (session_id === null) return { lead, visits: [] };
  const today = Math.floor(new Date(created_at).getTime() / DAY_MS) * DAY_MS;
  const visits = DAYS_BEFORE.map((days) => {
    const day = today - days * DAY_MS;
    return { day, name: visitName(new Date(day).toISOString().slice(0, 10), session_id) };
  });
  return { lead, visits };
}

/** What's known of a sign-up even without its visit. */
const isKnownOfLead = ({ dimension }: Filter) => dimension === "country" || dimension === "referrer";

/** Returns the sign-ups that pass, and how many can't be told because nothing is known of their visit. */
export function filterLeads(
  leads: readonly LeadVisits[],
  wanted: Wanted,
): { ids: string[]; unreached: number } {
  const mustClick = wanted.filters.some(isAboutClicks);
  const canJudge = wanted.filters.every(isKnownOfLead);
  const ids: string[] = [];
  let unreached = 0;
  for (const { lead, visits } of leads) {
    const found = visits.flatMap((visit) => visit.found ?? []);
    if (found.length === 0 && !canJudge) unreached++;
    else {
      const passes =
        found.length === 0
          ? doesEventPass(factsOf(lead), wanted)
          : found.some(({ hasView, hasClick }) => hasClick || (hasView && !mustClick));
      if (passes) ids.push(lead.id);
    }
  }
  return { ids, unreached };
}

function factsOf({ country, referrer_host }: LeadOrigin) {
  return {
    places: `${country}||`,
    clients: "",
    sources: referrer_host,
    utms: "",
    links: undefined,
    variant: "",
    isBot: false,
    isSuspected: false,
  };
}
