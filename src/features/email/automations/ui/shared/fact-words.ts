import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { GEO_UNKNOWN } from "#src/features/insights/clicks/rules.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { localizeCountry, localizeLabel } from "#src/kit/localize-label.ts";
import { FACT_LABELS } from "../rule-labels.ts";

type Choices = { value: string; label: string }[];

const named = (items: readonly { id: string; name: string }[]): Choices =>
  items.map(({ id, name }) => ({ value: id, label: name }));

const DEVICES: Choices = [
  { value: "mobile", label: "Phone" },
  { value: "tablet", label: "Tablet" },
  { value: "desktop", label: "Computer" },
];

/** What came of a tag, a stage, or a segment. */
const MOVES: Choices = [
  { value: "added", label: "They got it" },
  { value: "removed", label: "They lost it" },
  { value: "entered", label: "They entered it" },
  { value: "left", label: "They left it" },
];

/** What a fact can be, if that's known. Countries have a list of their own. */
export function factChoices(fact: string, catalog: Catalog): Choices | undefined {
  switch (fact) {
    case "profile_id":
      return named(catalog.pages);
    case "link_id":
      return named(catalog.links);
    case "campaign_id":
      return named(catalog.campaigns);
    case "stage_id":
      return named(catalog.stages);
    case "segment_id":
      return named(catalog.segments);
    case "topic":
      return catalog.topics.map(({ key, name }) => ({ value: key, label: name }));
    case "key":
    case "field":
      return catalog.fields.map(({ key, label }) => ({ value: key, label }));
    case "tag":
      return catalog.tags.map((tag) => ({ value: tag, label: tag }));
    case "device":
      return DEVICES;
    case "action":
      return MOVES;
    default:
      return undefined;
  }
}

const BODY = "body.";
/** What a fact is called: for a webhook's body, the way to the field. */
export const factLabel = (fact: string): string =>
  FACT_LABELS[fact] ?? (fact.startsWith(BODY) ? fact.slice(BODY.length) : fact);

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });

/** A fact as people read it. */
export function factValue(fact: string, value: string | number, catalog: Catalog): string {
  if (typeof value === "number") return NUMBER.format(value);
  if (fact === "country")
    return value === GEO_UNKNOWN ? localizeLabel("Unknown") : localizeCountry(value, value);
  return factChoices(fact, catalog)?.find((one) => one.value === value)?.label ?? value;
}

/** Such as `Country: Germany · Link: Shop`. What isn’t known is left out. */
export function factsWords(facts: Readonly<Record<string, string | number>>, catalog: Catalog): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== "")
    .map(([fact, value]) => `${factLabel(fact)}: ${factValue(fact, value, catalog)}`)
    .join(" · ");
}
