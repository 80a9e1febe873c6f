import { LOCALE } from "./locale.ts";

// Number fields accept only Latin digits.
const FORMAT = new Intl.NumberFormat(LOCALE, { numberingSystem: "latn" });
const PARTS = FORMAT.formatToParts(12_345.6);
const written = (part: "group" | "decimal") => PARTS.find(({ type }) => type === part)?.value;

/** Separators for number fields that match the rest of the dashboard. */
export const SEPARATORS = {
  thousandSeparator: written("group") ?? "",
  decimalSeparator: written("decimal") ?? ".",
};
