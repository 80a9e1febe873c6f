import * as z from "zod";
import { DEPTH_MAX, FAILURES_IN_A_ROW_MAX } from "#src/features/email/automations/rules.ts";
import {
  COMPLAINTS_ALARM,
  JUDGED_MESSAGES_MIN,
} from "#src/features/email/deliverability/reputation/reputation-rules.ts";
import { DEFERRALS_ALARM, POINTS } from "#src/features/email/deliverability/score/score-rules.ts";
import { GRACE_DAYS } from "#src/features/money/billing/rules.ts";
import {
  BUILT_IN_PRICES,
  dollars,
  type PriceList,
  quoteFor,
} from "#src/features/money/entitlements/price-rules.ts";
import { ATTRIBUTION_DAYS, DEFAULT_LIMITS, type PlanLimits } from "#src/features/money/entitlements/rules.ts";
import { proseHtml } from "#src/features/public/frame/prose.tsx";
import { POPUP_GAP_DAYS, POPUPS_MAX } from "#src/features/reach/referrals/rules.ts";
import { API_PATH, PATHS } from "#src/lib/paths.ts";
import { countOf } from "../page/counted-noun.ts";
import email from "./email.md?raw";
import links from "./links.md?raw";
import numbersAndTrust from "./numbers-and-trust.md?raw";
import page from "./page.md?raw";
import reach from "./reach.md?raw";
import start from "./start.md?raw";
import team from "./team.md?raw";

export const CHAPTERS = [
  "First steps",
  "Your page",
  "Your links",
  "Reach",
  "Numbers and trust",
  "Technology",
] as const;

/** The header of an article, between two lines of dashes. */
const headSchema = z.object({
  /** Its path below `/help/`; `report`, `demo` and `index.json` are taken. */
  slug: z.string(),
  chapter: z.enum(CHAPTERS),
  title: z.string(),
  /** One sentence about what readers will learn. */
  summary: z.string(),
  /** Other words people search for. */
  keywords: z.string(),
});

export interface HelpArticle extends z.infer<typeof headSchema> {
  /** HTML. */
  body: string;
}

const FACTS = {
  paths: PATHS,
  apiPath: API_PATH,
  graceDays: GRACE_DAYS,
  attributionDays: ATTRIBUTION_DAYS,
  popupGapDays: POPUP_GAP_DAYS,
  popupsMax: POPUPS_MAX,
  points: POINTS,
  judgedMessages: JUDGED_MESSAGES_MIN,
  deferralsAlarm: 100 * DEFERRALS_ALARM,
  complaintsAlarm: 100 * COMPLAINTS_ALARM,
  rulesInARow: DEPTH_MAX,
  ruleFailures: FAILURES_IN_A_ROW_MAX,
};

const planFacts = (limits: PlanLimits) => ({
  profilesFree: countOf(limits.profiles_free, "profile"),
  activeProfilesFree: countOf(limits.profiles_free, "active profile"),
  linksPerProfileFree: countOf(limits.links_per_profile_free, "link"),
  linksPerUnit: countOf(limits.links_per_unit, "link"),
  referralRewardSlots: countOf(limits.referral_reward_slots, "profile slot"),
});

function priceFacts({ tiers }: PriceList) {
  const told = tiers.map(({ from, to, unit_cents }) => {
    const price = dollars(unit_cents);
    if (from === 1) return to === null ? price : `${price} for ${to === 1 ? "1 unit" : `1 to ${to} units`}`;
    return to === null ? `and ${price} from ${from}` : `${price} from ${from}`;
  });
  // A quantity where a few more units cost less.
  const asked = tiers.flatMap(({ to }) => to ?? []).find((to) => quoteFor(tiers, to).units > to);
  const quote = quoteFor(tiers, asked ?? 1);
  return {
    prices: told.join(", "),
    hasTiers: tiers.length > 1,
    asked: asked ?? null,
    askedPrice: dollars(quote.asked_cents),
    quotedUnits: quote.units,
    quotedPrice: dollars(quote.total_cents),
  };
}

const FILES = [start, page, links, reach, email, numbersAndTrust, team];

/** Returns all articles as they are on an instance with these limits and prices. */
export function articlesFor(limits: PlanLimits, prices: PriceList): readonly HelpArticle[] {
  const facts = { ...FACTS, ...planFacts(limits), ...priceFacts(prices) };
  return FILES.flatMap((file) => articlesIn(file, facts));
}

/** What articles are about, whatever they say. */
export const SLUGS: readonly string[] = articlesFor(DEFAULT_LIMITS, BUILT_IN_PRICES).map(({ slug }) => slug);

function articlesIn(file: string, texts: Readonly<Record<string, unknown>>): HelpArticle[] {
  // A header and a text alternate.
  const [, ...parts] = file.split(/^---\n/m);
  return parts.flatMap((head, index) => {
    if (index % 2 === 1) return [];
    const lines = head.trimEnd().split("\n");
    const facts = headSchema.parse(Object.fromEntries(lines.map((line) => line.split(/: (.*)/))));
    return [{ ...facts, body: proseHtml(parts[index + 1] ?? "", texts) }];
  });
}
