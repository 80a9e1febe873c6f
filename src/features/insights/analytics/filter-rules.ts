/*
 * Filters of the analytics: which events the figures are about. Server and screen read and write them as one
 * text, such as `country=DE&country=FR&device_type!=mobile`, which is what addresses and saved views hold.
 */

/** What can be filtered by. All but `variant` are breakdowns, too. */
export const FILTER_DIMENSIONS = [
  "link",
  "country",
  "region",
  "city",
  "device_type",
  "browser",
  "os",
  "referrer",
  "app",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "variant",
] as const;
export type FilterDimension = (typeof FILTER_DIMENSIONS)[number];

export const FILTER_CHARS_MAX = 2000;
export const FILTER_VALUES_MAX = 50;

/** One of the values, or none of them. All filters have to hold. */
export interface Filter {
  dimension: FilterDimension;
  isNot: boolean;
  values: readonly string[];
}

/** Views don't belong to a link, so these filters leave views as they are. */
export function isAboutClicks({ dimension }: Pick<Filter, "dimension">): boolean {
  return dimension === "link" || dimension === "variant";
}

/** Reads a filter's text; undefined if it makes no sense. Values of the same kind come together. */
export function parseFilters(text: string): Filter[] | undefined {
  if (text.length > FILTER_CHARS_MAX) return undefined;
  const filters: { dimension: FilterDimension; isNot: boolean; values: string[] }[] = [];
  let count = 0;
  for (const pair of text.split("&").filter(Boolean)) {
    const { name, value } = readPair(pair);
    const isNot = name.endsWith("!");
    const written = isNot ? name.slice(0, -1) : name;
    const dimension = FILTER_DIMENSIONS.find((known) => known === written);
    if (dimension === undefined || ++count > FILTER_VALUES_MAX) return undefined;
    const same = filters.find((one) => one.dimension === dimension && one.isNot === isNot);
    if (!same) filters.push({ dimension, isNot, values: [value] });
    else if (!same.values.includes(value)) same.values.push(value);
  }
  return filters;
}

function readPair(pair: string): { name: string; value: string } {
  const cut = pair.indexOf("=");
  const name = cut < 0 ? pair : pair.slice(0, cut);
  return { name, value: new URLSearchParams(pair).get(name) ?? "" };
}

export function formatFilters(filters: readonly Filter[]): string {
  return filters
    .flatMap(({ dimension, isNot, values }) =>
      values.map((value) => `${dimension}${isNot ? "!" : ""}=${encodeURIComponent(value)}`),
    )
    .join("&");
}

/** Adds one value. A value that was left out until now is asked for instead. */
export function addFilter(
  filters: readonly Filter[],
  { dimension, value }: { dimension: FilterDimension; value: string },
): Filter[] {
  const others = removeFilter(filters, { dimension, value, isNot: true });
  const same = others.find((one) => one.dimension === dimension && !one.isNot);
  if (!same) return [...others, { dimension, isNot: false, values: [value] }];
  if (same.values.includes(value)) return others;
  return others.map((one) => (one === same ? { ...one, values: [...one.values, value] } : one));
}

export function removeFilter(
  filters: readonly Filter[],
  { dimension, value, isNot }: { dimension: FilterDimension; value: string; isNot: boolean },
): Filter[] {
  return filters.flatMap((one) => {
    if (one.dimension !== dimension || one.isNot !== isNot) return [one];
    const values = one.values.filter((kept) => kept !== value);
    return values.length === 0 ? [] : [{ ...one, values }];
  });
}

/** Turns "is" into "is not", or back, for all values of a filter. */
export function invertFilter(
  filters: readonly Filter[],
  { dimension, isNot }: Pick<Filter, "dimension" | "isNot">,
): Filter[] {
  const written = filters.map((one) =>
    one.dimension === dimension && one.isNot === isNot ? { ...one, isNot: !isNot } : one,
  );
  // Both kinds of the same dimension become one.
  return parseFilters(formatFilters(written)) ?? [];
}
