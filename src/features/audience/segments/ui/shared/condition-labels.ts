import {
  ADDRESS_RISK_LABELS,
  STATUS_LABELS,
} from "#src/features/audience/contacts/ui/shared/contact-labels.ts";
import type { Attribute } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type {
  EventName,
  GroupJoin,
  Operator,
  Scalar,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { isMoment } from "#src/features/audience/segments/conditions/value-rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { localizeCountry } from "#src/kit/localize-label.ts";
import { formatNumber } from "#src/kit/plural.ts";

export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  equals: "is",
  not_equals: "isn’t",
  in: "is one of",
  not_in: "is none of",
  contains: "contains",
  not_contains: "doesn’t contain",
  starts_with: "starts with",
  ends_with: "ends with",
  matches: "matches the pattern",
  greater: "is more than",
  at_least: "is at least",
  less: "is less than",
  at_most: "is at most",
  between: "is between",
  before: "is before",
  after: "is after",
  in_last_days: "is in the last",
  not_in_last_days: "isn’t in the last",
  in_next_days: "is in the next",
  anniversary_within_days: "has its anniversary within",
  empty: "is empty",
  not_empty: "isn’t empty",
};

export const EVENT_LABELS: Readonly<Record<EventName, string>> = {
  visited: "Visited your page",
  clicked: "Clicked a link of your page",
  signed_up: "Signed up",
  received: "Got an e-mail",
  opened: "Opened an e-mail",
  clicked_email: "Clicked in an e-mail",
  replied: "Replied to an e-mail",
  bought: "Bought something",
};

export const JOIN_LABELS: Readonly<Record<GroupJoin, string>> = {
  all: "All of these",
  any: "Any of these",
  none: "None of these",
};

const DEVICE_LABELS: Readonly<Record<string, string>> = {
  mobile: "Phone",
  tablet: "Tablet",
  desktop: "Computer",
};

const CONSENT_LABELS: Readonly<Record<string, string>> = {
  none: "Not asked",
  unconfirmed: "Not confirmed",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
};

/** What a choice of an attribute is called. */
export function choiceLabel({ name }: Attribute, choice: string): string {
  const named: Readonly<Record<string, string | undefined>> =
    name === "status"
      ? Object.fromEntries(Object.entries(STATUS_LABELS).map(([key, { label }]) => [key, label]))
      : name === "address"
        ? Object.fromEntries(Object.entries(ADDRESS_RISK_LABELS).map(([key, { label }]) => [key, label]))
        : name.startsWith("consent.")
          ? CONSENT_LABELS
          : name === "device"
            ? DEVICE_LABELS
            : {};
  if (name === "country") return localizeCountry(choice, "Unknown");
  return named[choice] ?? choice;
}

/** A value of a condition as people read it. */
export function valueLabel(attribute: Attribute, value: Scalar, catalog: Catalog): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatNumber(value);
  if (attribute.type === "date")
    return isMoment(value) ? formatDateTime(value) : DAY.format(new Date(`${value}T00:00:00Z`));
  if (attribute.refersTo) return nameOf(catalog[attribute.refersTo], value);
  return attribute.type === "choice" ? choiceLabel(attribute, value) : `“${value}”`;
}

export function nameOf(items: readonly { id: string; name: string }[], id: string): string {
  const found = items.find((one) => one.id === id);
  return found ? `“${found.name}”` : "something that’s gone";
}

const DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone: "UTC" });
const OR = new Intl.ListFormat(LOCALE, { type: "disjunction" });

/** `Germany, Austria, or Italy` */
export const orList = (items: readonly string[]): string => OR.format(items);
