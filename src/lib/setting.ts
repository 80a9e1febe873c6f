import type * as z from "zod";

/** The groups of settings on the screen, in order. */
export const SETTING_GROUPS = [
  "brand",
  "mail",
  "plans",
  "referrals",
  "site",
  "analytics",
  "domains",
  "accounts",
  "system",
] as const;

/**
 * A setting for the whole instance. The environment wins, then `/admin/settings`, then the default. All three
 * are text; `schema` validates it and turns it into the value that the product uses.
 */
export interface InstanceSetting<Value> {
  /** The name in the table and in the API. */
  readonly name: string;
  readonly group: (typeof SETTING_GROUPS)[number];
  readonly variable: string;
  /** Text, like every other source. */
  readonly default: string;
  readonly schema: z.ZodType<Value, string>;
  /** The description in `docs/operations/configuration.md`. */
  readonly about: string;
  /** The name on the screen, next to a one-sentence hint. */
  readonly label: string;
  readonly hint: string;
  readonly input: SettingInput;
  /** True if whoever changes it has to say why. */
  readonly takesReason?: true;
}

/** How a setting is edited, so that nobody has to know what its text looks like. */
export type SettingInput =
  | { kind: "text" | "email" | "url" | "picture" }
  /** `on` is the color that it must contrast with. */
  | { kind: "color"; on: string }
  /** Its text is `on` or `off`, and these say what each of them means. */
  | { kind: "switch"; on: string; off: string }
  /** Several texts, separated by commas. */
  | { kind: "list"; example: string }
  /** A whole number. With `none`, its text can also be `off`, which means that. */
  | { kind: "number"; min: number; max: number; unit: string; none?: string }
  /** With `own`, any other list of texts can be entered, too. */
  | { kind: "choice"; choices: { value: string; label: string }[]; own?: { label: string; example: string } };

export function instanceSetting<Value>(setting: InstanceSetting<Value>): InstanceSetting<Value> {
  return setting;
}
