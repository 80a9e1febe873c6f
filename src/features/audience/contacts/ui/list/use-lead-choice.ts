import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { grantOf } from "#src/features/identity/team/rules.ts";
import type { PATHS } from "#src/lib/paths.ts";
import type { ContactFilter } from "../contact-queries.ts";
import { type FilterSearch, toContactFilter } from "../shared/filter-search.ts";

/**
 * What somebody sees of leads: all of them with everything, only those of some profiles, or only first letters.
 * Only the first can filter by conditions, search, and sort by what's hidden from the others.
 */
export type SeenLeads = "everything" | "some" | "masked";

export function useSeenLeads(): SeenLeads {
  const account = useMe()?.account;
  if (account && grantOf(account.role, "leads.see") === "masked") return "masked";
  return account?.profile_ids === null ? "everything" : "some";
}

/** What the URL says to show, as far as these people may ask for it. */
export function useLeadChoice(sees: SeenLeads): FilterSearch {
  const search = useSearch({ strict: false });
  const { q, all, condition, tag, country, status, stage, owner, days, address, segment } = search;
  return {
    q: sees === "masked" ? undefined : q,
    all: all === "yes",
    condition: sees === "everything" ? condition : undefined,
    tag,
    country,
    status,
    stage,
    owner,
    days,
    address: sees === "masked" ? undefined : address,
    segment: sees === "everything" ? segment : undefined,
  };
}

/** Puts a choice into the URL. A change of the condition is a step that “back” undoes. */
export function useLeadSearch(to: typeof PATHS.leads | typeof PATHS.leadBoard) {
  const navigate = useNavigate();
  return (chosen: FilterSearch, isReplacing = false) => {
    const search = { ...chosen, all: chosen.all ? ("yes" as const) : undefined };
    return navigate({ to, search, replace: isReplacing, resetScroll: false });
  };
}

const DAY_MS = 86_400_000;

/** The server's filter for a choice. */
export function useLeadFilter(
  { q, condition, tag, country, status, stage, owner, days, address, segment }: FilterSearch,
  profile_id: string | undefined,
): ContactFilter {
  return useMemo(() => {
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const since = Number(days) > 0 ? new Date(today - Number(days) * DAY_MS).toISOString() : undefined;
    const chosen = { q, condition, tag, country, status, stage, owner, address, segment };
    return { profile_id, ...toContactFilter(chosen), since };
  }, [profile_id, q, condition, tag, country, status, stage, owner, days, address, segment]);
}
