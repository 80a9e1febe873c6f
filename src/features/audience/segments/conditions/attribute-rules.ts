/* The dashboard shows these texts. */
import { ADDRESS_RISKS } from "#src/features/audience/contacts/page/address-quality.ts";
import { STATUSES, TOUCH_DEVICES } from "#src/features/audience/contacts/rules.ts";
import { COUNTRIES } from "#src/lib/countries.ts";
import { type Catalog, CONSENT_CHOICES, type ReferenceKind } from "./catalog-rules.ts";
import type { Operator } from "./condition-rules.ts";

export type AttributeType = "text" | "search" | "number" | "date" | "choice" | "flag" | "tag" | "reference";

export interface Attribute {
  /** The name in a condition, and in its text form. */
  name: string;
  label: string;
  type: AttributeType;
  /** What a `choice` can be. */
  choices?: readonly string[];
  /** What a `reference` names. */
  refersTo?: ReferenceKind;
}

const SETS = ["equals", "not_equals", "in", "not_in", "empty", "not_empty"] as const;

/** The operators of each type, in the order of their menu. */
export const OPERATORS_OF: Readonly<Record<AttributeType, readonly Operator[]>> = {
  text: [
    ...(["equals", "not_equals", "contains", "not_contains", "starts_with", "ends_with"] as const),
    ...(["matches", "in", "not_in", "empty", "not_empty"] as const),
  ],
  search: ["contains", "not_contains"],
  number: [
    ...(["equals", "not_equals", "greater", "at_least", "less", "at_most", "between"] as const),
    ...(["empty", "not_empty"] as const),
  ],
  date: [
    ...(["in_last_days", "not_in_last_days", "in_next_days", "anniversary_within_days"] as const),
    ...(["before", "after", "between", "empty", "not_empty"] as const),
  ],
  choice: SETS,
  flag: ["equals"],
  tag: SETS,
  reference: SETS,
};

const text = (name: string, label: string): Attribute => ({ name, label, type: "text" });

const FIXED: readonly Attribute[] = [
  { name: "tag", label: "Tag", type: "tag" },
  { name: "country", label: "Country", type: "choice", choices: [...COUNTRIES, "UNKNOWN"] },
  { name: "status", label: "Status", type: "choice", choices: STATUSES },
  { name: "created", label: "Added", type: "date" },
  { name: "page", label: "Signed up on", type: "reference", refersTo: "pages" },
  { name: "search", label: "Name, e-mail, or phone", type: "search" },
  text("email", "E-mail"),
  text("name", "Name"),
  text("phone", "Phone"),
  { name: "stage", label: "Stage", type: "reference", refersTo: "stages" },
  { name: "stage_since", label: "In the stage since", type: "date" },
  { name: "owner", label: "Owner", type: "reference", refersTo: "owners" },
  { name: "value", label: "Value", type: "number" },
  { name: "score", label: "Score", type: "number" },
  text("app", "Came from the app"),
  text("referrer", "Came from the site"),
  text("link", "Last link before the sign-up"),
  text("utm.source", "UTM source"),
  text("utm.medium", "UTM medium"),
  text("utm.campaign", "UTM campaign"),
  text("utm.term", "UTM term"),
  text("utm.content", "UTM content"),
  { name: "device", label: "Signed up with", type: "choice", choices: TOUCH_DEVICES },
  text("language", "Language"),
  text("time_zone", "Time zone"),
  { name: "address", label: "Address", type: "choice", choices: ADDRESS_RISKS },
  { name: "suppressed", label: "Suppressed", type: "flag" },
  { name: "paused", label: "Paused", type: "flag" },
];
const FIXED_BY_NAME = new Map(FIXED.map((attribute) => [attribute.name, attribute]));

const FIELD = "field.";
const CONSENT = "consent.";

/** The attributes that an account's contacts have, in the order of their menu. */
export function attributesOf({ fields, topics }: Catalog): readonly Attribute[] {
  return [...FIXED, ...fields.map(fieldAttribute), ...topics.map(consentAttribute)];
}

/** Undefined if there's none with this name, or not anymore. */
export function findAttribute({ fields, topics }: Catalog, name: string): Attribute | undefined {
  const fixed = FIXED_BY_NAME.get(name);
  if (fixed) return fixed;
  if (name.startsWith(FIELD)) {
    const field = fields.find(({ key }) => key === name.slice(FIELD.length));
    return field && fieldAttribute(field);
  }
  const topic = topics.find(({ key }) => `${CONSENT}${key}` === name);
  return topic && consentAttribute(topic);
}

export const fieldOf = (name: string): string | undefined =>
  name.startsWith(FIELD) ? name.slice(FIELD.length) : undefined;

export const topicOf = (name: string): string | undefined =>
  name.startsWith(CONSENT) ? name.slice(CONSENT.length) : undefined;

function fieldAttribute({ key, label, type, choices }: Catalog["fields"][number]): Attribute {
  const common = { name: `${FIELD}${key}`, label };
  if (type === "choice") return { ...common, type, choices };
  return { ...common, type: type === "bool" ? "flag" : type === "url" ? "text" : type };
}

function consentAttribute({ key, name }: Catalog["topics"][number]): Attribute {
  return { name: `${CONSENT}${key}`, label: consentLabel(name), type: "choice", choices: CONSENT_CHOICES };
}

const consentLabel = (topic: string) => `Consent to ${topic}`;
