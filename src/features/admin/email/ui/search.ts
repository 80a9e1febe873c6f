import { ACCOUNT_SORTS, type AccountSort, PERIODS, type PeriodDays } from "../rules.ts";

export interface EmailSearch {
  view?: string;
  days?: string;
  sort?: string;
  /** The address that's looked up. */
  q?: string;
}

export const VIEWS = ["accounts", "receivers", "message", "return", "instance"] as const;
export type View = (typeof VIEWS)[number];

export const daysIn = ({ days }: EmailSearch): PeriodDays =>
  PERIODS.find((known) => `${known}` === days) ?? 7;

export const sortIn = ({ sort }: EmailSearch): AccountSort =>
  ACCOUNT_SORTS.find((known) => known === sort) ?? "sent";
