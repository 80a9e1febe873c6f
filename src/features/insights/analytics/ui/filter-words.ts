import type { FilterDimension } from "../filter-rules.ts";

/** How a filter begins: “Country is Germany”. */
export const DIMENSION_WORDS: Readonly<Record<FilterDimension, string>> = {
  link: "Link",
  country: "Country",
  region: "Region",
  city: "City",
  device_type: "Device",
  browser: "Browser",
  os: "System",
  referrer: "Referrer",
  app: "In-app browser",
  utm_source: "utm_source",
  utm_medium: "utm_medium",
  utm_campaign: "utm_campaign",
  utm_term: "utm_term",
  utm_content: "utm_content",
  variant: "A/B variant",
};
