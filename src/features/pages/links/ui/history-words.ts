/* Changes of a link in words. */
import { formatDateTime } from "#src/kit/format-date.ts";

interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
}

const LABELS: Readonly<Record<string, string>> = {
  title: "Title",
  url: "URL",
  description: "Description",
  icon: "Icon",
  show_icon: "Icon on the page",
  is_visible: "On the page",
  layout: "Layout",
  animation: "Animation",
  picture_url: "Picture",
  parent_id: "Group",
  short_name: "Short name",
  show_adult_warning: "Adult warning",
  is_ab_test: "A/B test",
  link_a: "Variant A",
  link_b: "Variant B",
  ab_split_ratio: "A/B split",
  geo_restrictions: "Location rules",
  geo_blocked_fallback_url: "URL for everyone else",
  schedule: "Schedule",
  expires_at: "Expiry date",
  expires_clicks: "Visitor limit",
  expired_url: "URL after the end",
  audience: "Audience",
  password: "Password",
  notes: "Notes",
  tags: "Tags",
  folder: "Folder",
  content: "Content",
};

const VALUE_CHARS_MAX = 120;

/** “Title: Shop → Store”, or only the name of what can’t be said in a few words. */
export function formatChange({ field, before, after }: Change): string {
  const label = LABELS[field] ?? field.replaceAll("_", " ");
  const [from, to] = [formatValue(field, before), formatValue(field, after)];
  if (from === undefined || to === undefined || (from === "" && to === "")) return `${label}: changed`;
  if (from === "") return `${label}: ${to}`;
  return to === "" ? `${label}: removed, was ${from}` : `${label}: ${from} → ${to}`;
}

/** Empty for nothing, undefined for what has parts of its own. */
function formatValue(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number")
    return field === "ab_split_ratio" ? `${Math.round(value * 100)}%` : String(value);
  if (field === "tags" && Array.isArray(value)) return formatValue("", value.join(", "));
  if (typeof value !== "string" || field === "parent_id" || value.startsWith("/media/")) return undefined;
  if (field === "expires_at") return formatDateTime(value);
  return value.length > VALUE_CHARS_MAX ? `${value.slice(0, VALUE_CHARS_MAX)}…` : value;
}
