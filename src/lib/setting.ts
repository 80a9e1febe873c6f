import type * as z from "zod";

/**
 * Something the founder decides for the whole instance. The environment wins, then `/admin/settings`, then
 * the default. All three are text; `schema` checks it and turns it into the value that the product uses.
 */
export interface InstanceSetting<Value> {
  /** Its name in the table and in the API. */
  readonly name: string;
  /** Its environment variable. */
  readonly variable: string;
  /** As text, like every source. */
  readonly default: string;
  readonly schema: z.ZodType<Value, string>;
  /** Its description in `docs/operations/configuration.md`. */
  readonly about: string;
  /** Its name on the screen, next to a one-sentence hint. */
  readonly label: string;
  readonly hint: string;
  readonly input: SettingInput;
}

/** How a setting is edited. `on` is the color that it must contrast with. */
export type SettingInput =
  | { kind: "text" | "email" | "url" | "picture" }
  | { kind: "color"; on: string }
  | { kind: "choice"; choices: { value: string; label: string }[] };

export function instanceSetting<Value>(setting: InstanceSetting<Value>): InstanceSetting<Value> {
  return setting;
}
