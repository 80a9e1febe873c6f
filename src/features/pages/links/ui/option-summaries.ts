import { UTM_NAMES, utmOf } from "#src/features/pages/links/utm-rules.ts";
import { GO_PATH } from "#src/lib/paths.ts";
import { usesAudience } from "./access-values.ts";
import { type LinkFormValues, PASSWORD_SET } from "./link-form.ts";
import { formatSplit } from "./link-options.ts";

export type OptionGroupName =
  | "display"
  | "short"
  | "schedule"
  | "audience"
  | "tracking"
  | "ab"
  | "protection"
  | "notes"
  | "history";

/** Returns the group that a field, as errors name it, is in. */
export function optionGroupOf(field: string): OptionGroupName | undefined {
  if (/^(?:picture_url|parent_id|layout|animation)/.test(field)) return "display";
  if (/^(?:schedule|expire)/.test(field)) return "schedule";
  if (/^(?:geo_|audience)/.test(field)) return "audience";
  if (/^(?:link_[ab]|ab_split_ratio)/.test(field)) return "ab";
  if (field === "short_name") return "short";
  if (field === "password") return "protection";
  return /^(?:notes|tags|folder)/.test(field) ? "notes" : undefined;
}

const LAYOUTS = { row: "Row", featured: "Large", grid: "Half" } as const;
const ANIMATIONS = { pulse: "Pulse", shake: "Shake", glow: "Glow" } as const;

/** Says what's set in each group, in a few words. */
export function optionSummaries(values: LinkFormValues): Record<OptionGroupName, string> {
  return {
    display: joined([
      LAYOUTS[values.layout],
      values.picture_url !== "" && "own picture",
      values.animation !== "" && ANIMATIONS[values.animation],
    ]),
    short: values.short_name === "" ? "No name" : `${GO_PATH}${values.short_name}`,
    schedule:
      joined([
        values.schedule_from !== "" && "has a start",
        values.schedule_until !== "" && "has an end",
        values.schedule_windows.length > 0 && "at set times",
        values.expires_at !== "" && "expires",
        values.expires_clicks !== "" && `first ${values.expires_clicks}`,
      ]) || "Always",
    audience:
      joined([
        values.show_adult_warning && "18+",
        usesAudience(values) && "by device, app, or language",
        values.is_limited && "by location",
      ]) || "Everyone",
    tracking: joined(UTM_NAMES.map((name) => utmOf(values.url, name)).map((value) => value !== "" && value)),
    ab: values.is_ab_test ? formatSplit(values.ab_split_ratio) : "Off",
    protection: values.password !== "" || values.keeps_password ? PASSWORD_SET : "No password",
    notes: joined([values.folder, ...values.tags, values.notes.trim().split("\n")[0] ?? ""].map(orNothing)),
    history: "",
  };
}

const orNothing = (text: string) => text !== "" && text;

function joined(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join(" · ");
}
