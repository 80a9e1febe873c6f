import { ADDRESS_RISKS } from "../../page/address-quality.ts";
import { STATUSES } from "../../rules.ts";

/** The filter of leads, also stored in saved views. */
export interface FilterSearch {
  q: string | undefined;
  /** True for every profile's leads, false for the selected profile's. */
  all: boolean;
  tag?: string | undefined;
  country?: string | undefined;
  status?: string | undefined;
  stage?: string | undefined;
  owner?: string | undefined;
  /** Signed up within this many days. */
  days?: string | undefined;
  /** Suspicious addresses. */
  address?: string | undefined;
  /** A segment's id. */
  segment?: string | undefined;
}

export function countActiveFilters({
  tag,
  country,
  status,
  stage,
  owner,
  days,
  address,
  segment,
}: FilterSearch): number {
  return [tag, country, status, stage, owner, days, address, segment].filter(Boolean).length;
}

/** Converts the choice to the server's filter, except for the day and the selected profile. */
export function toContactFilter({
  q,
  tag,
  country,
  status,
  stage,
  owner,
  address,
  segment,
}: Omit<FilterSearch, "all" | "days">) {
  return {
    q,
    tag,
    country,
    status: STATUSES.find((one) => one === status),
    stage_id: stage,
    owner_id: owner,
    address: ADDRESS_RISKS.find((one) => one === address),
    segment_id: segment,
  };
}
