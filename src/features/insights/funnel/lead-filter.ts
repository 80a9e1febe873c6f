/* Which sign-ups pass filters: by the visits they came in, or by what's known of themselves. */
import { doesEventPass } from "#src/features/insights/analytics/filter-match.ts";
import { type Filter, isAboutClicks } from "#src/features/insights/analytics/filter-rules.ts";
import type { LeadOrigin, LeadStep } from "./store.ts";

interface Wanted {
  filters: readonly Filter[];
  bots: boolean;
  suspected: boolean;
}

/** What's known of a sign-up even without its visit. */
const isKnownOfLead = ({ dimension }: Filter) => dimension === "country" || dimension === "referrer";

/** Returns the sign-ups that pass, and how many can't be told because nothing is known of their visit. */
export function filterLeads(
  leads: readonly LeadOrigin[],
  steps: readonly LeadStep[],
  wanted: Wanted,
): { ids: string[]; unreached: number } {
  const stepsOf = Map.groupBy(steps, ({ lead_id }) => lead_id);
  const mustClick = wanted.filters.some(isAboutClicks);
  const canJudge = wanted.filters.every(isKnownOfLead);
  const ids: string[] = [];
  let unreached = 0;
  for (const lead of leads) {
    const own = stepsOf.get(lead.id) ?? [];
    const passes = (isMeant: (step: LeadStep) => boolean) =>
      own.some((step) => isMeant(step) && doesEventPass(factsOf(step), wanted));
    if (own.length === 0 && !canJudge) unreached++;
    else if (own.length === 0 ? doesEventPass(factsOfLead(lead), wanted) : passes(isView(own))) {
      if (!mustClick || passes(({ link_id }) => link_id !== null)) ids.push(lead.id);
    }
  }
  return { ids, unreached };
}

/** Views decide where somebody came from, unless only clicks are known. */
function isView(own: readonly LeadStep[]): (step: LeadStep) => boolean {
  const hasViews = own.some(({ link_id }) => link_id === null);
  return ({ link_id }) => !hasViews || link_id === null;
}

function factsOf({ place, client, referrer_host, utm, link_id, variant, is_bot, is_suspected }: LeadStep) {
  return {
    places: place,
    clients: client,
    sources: referrer_host,
    utms: utm,
    links: link_id ?? undefined,
    variant: variant ?? "",
    isBot: is_bot,
    isSuspected: is_suspected,
  };
}

function factsOfLead({ country, referrer_host }: LeadOrigin) {
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
