import { LOCALE } from "./locale.ts";

// The fields themselves have these digits only.
const FORMAT = new Intl.NumberFormat(LOCALE, { numberingSystem: "latn" });
const PARTS = FORMAT.formatToParts(12_345.6);
const written = (part: "group" | "decimal") => PARTS.find(({ type }) => type === part)?.value;

/** How a number field writes large numbers, the way the rest of the dashboard does. */
export const SEPARATORS = {
  thousandSeparator: written("group") ?? "",
  decimalSeparator: written("decimal") ?? ".",
};
