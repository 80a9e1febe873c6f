import { ADDRESS_RISKS } from "../../page/address-quality.ts";
import { STATUSES } from "../../rules.ts";

/** The filter of leads, also stored in saved views. */
export interface FilterSearch {
  q: string | undefined;
  /** True for every profile's leads, false for the selected profile's. */
  all: boolean;
  /** A condition as JSON. The fields below are short for one. */
  condition?: string | undefined;
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

/** Those that people who don't see every contact as a whole have, too. */
export const SHORT_FIELDS = [
  "tag",
  "country",
  "status",
  "stage",
  "owner",
  "days",
  "address",
  "segment",
] as const;

export function countActiveFilters(choice: FilterSearch): number {
  return ["condition" as const, ...SHORT_FIELDS].filter((field) => choice[field]).length;
}

/** Converts the choice to the server's filter, except for the day and the selected profile. */
export function toContactFilter({
  q,
  condition,
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
    condition,
    tag,
    country,
    status: STATUSES.find((one) => one === status),
    stage_id: stage,
    owner_id: owner,
    address: ADDRESS_RISKS.find((one) => one === address),
    segment_id: segment,
  };
}
