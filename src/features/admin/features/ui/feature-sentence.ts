import { LOCALE } from "#src/kit/locale.ts";
import { plural } from "#src/kit/plural.ts";
import type { FeatureRules } from "#src/lib/feature-switches.ts";
import type { FeatureState } from "../contract.ts";

const PERCENT = new Intl.NumberFormat(LOCALE, { style: "percent" });
const SEPARATOR = " · ";

function shareText(share: number): string {
  if (share === 100) return "On for everyone";
  if (share === 0) return "Off for everyone";
  return `On for ${PERCENT.format(share / 100)} of accounts`;
}

/** Who has a part of the product by plan and share, in words. */
export function rulesText({ share, free, premium }: FeatureRules): string {
  return [
    shareText(share),
    premium !== null && (premium ? "on for premium" : "off for premium"),
    free !== null && (free ? "on for free accounts" : "off for free accounts"),
  ]
    .filter((part) => part !== false)
    .join(SEPARATOR);
}

/** Who has it, with the accounts that were chosen one by one. */
export function stateText({ accounts_on, accounts_off, ...rules }: FeatureState): string {
  return [
    rulesText(rules),
    accounts_on > 0 && `on for ${plural(accounts_on, "chosen account")}`,
    accounts_off > 0 && `off for ${plural(accounts_off, "chosen account")}`,
  ]
    .filter((part) => part !== false)
    .join(SEPARATOR);
}
