/* The dashboard shows these texts. */
import { isCalendarDay } from "#src/lib/time.ts";
import type { Catalog } from "./catalog-rules.ts";
import { COUNT_MAX, DAYS_MAX, type EventTest } from "./condition-rules.ts";
import { referenceProblem } from "./value-rules.ts";
import { EVENT_TARGETS } from "./words-rules.ts";

/** What's wrong with a test of events, as a sentence, or undefined. */
export function eventProblem(test: EventTest, catalog: Catalog): string | undefined {
  return targetProblem(test, catalog) ?? countProblem(test) ?? rangeProblem(test) ?? timeProblem(test);
}

function targetProblem(test: EventTest, catalog: Catalog): string | undefined {
  const { event, link_id, profile_id, campaign_id, last_campaigns } = test;
  const targets = EVENT_TARGETS[event];
  if (link_id !== undefined && !targets.includes("link")) return "This isn’t about a link.";
  if (profile_id !== undefined && !targets.includes("page")) return "This isn’t about a page.";
  const isOfCampaigns = campaign_id !== undefined || last_campaigns !== undefined;
  if (isOfCampaigns && !targets.includes("campaign")) return "This isn’t about a campaign.";
  if (campaign_id !== undefined && last_campaigns !== undefined)
    return "Choose one campaign or the last ones.";
  if (link_id !== undefined && profile_id !== undefined) return "Choose a link or a page.";
  return (
    (link_id === undefined ? undefined : referenceProblem(catalog, "links", link_id)) ??
    (profile_id === undefined ? undefined : referenceProblem(catalog, "pages", profile_id)) ??
    (campaign_id === undefined ? undefined : referenceProblem(catalog, "campaigns", campaign_id))
  );
}

function countProblem({ event, at_least, at_most, amount }: EventTest): string | undefined {
  if (amount !== undefined && event !== "bought") return "Only purchases have an amount.";
  if (amount !== undefined && at_most !== undefined) return "Choose how often or how much.";
  if (at_least !== undefined && at_most !== undefined && at_least > at_most)
    return "The first number is greater than the second.";
  return undefined;
}

function timeProblem({ days, from, to }: EventTest): string | undefined {
  if ([from, to].some((day) => day !== undefined && !isCalendarDay(day)))
    return "Write the date like 2026-12-31.";
  if (days !== undefined && (from !== undefined || to !== undefined))
    return "Choose a number of days or dates.";
  return from !== undefined && to !== undefined && from > to
    ? "The first date is after the second."
    : undefined;
}

function rangeProblem({ at_least = 1, at_most = 0, days = 1, last_campaigns = 1, amount = 1 }: EventTest) {
  const isWhole = (count: number, min: number, max: number) =>
    Number.isInteger(count) && count >= min && count <= max;
  if (!isWhole(days, 1, DAYS_MAX)) return "Enter a number of days from 1 to 3650.";
  if (!isWhole(last_campaigns, 1, 100)) return "Enter a number of campaigns from 1 to 100.";
  if (!isWhole(at_least, 1, COUNT_MAX) || !isWhole(at_most, 0, COUNT_MAX)) return "Enter how many times.";
  return amount >= 0.01 && amount <= COUNT_MAX ? undefined : "Enter an amount.";
}
