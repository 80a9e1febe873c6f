import * as z from "zod";
import { listOf, routesOf, sentence, staff, writtenText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { SETTING_GROUPS } from "#src/lib/setting.ts";

/** How long the reason of a change can be. */
export const REASON_CHARS_MAX = 500;

export const SETTINGS_ERRORS = {
  SETTING_FIXED: {
    status: 409,
    message: "This is set in the instance’s environment. Change it there and restart.",
  },
  SETTING_INVALID: { status: 400, message: "Some settings need fixing." },
  SETTING_NOT_FOUND: { status: 404, message: "There’s no such setting." },
  CHANGED_MEANWHILE: {
    status: 409,
    message: "This was changed somewhere else while you were editing it.",
  },
} as const;

const choiceSchema = z.object({ value: z.string(), label: sentence() });
const settingSchema = z.object({
  name: z.string(),
  group: z.enum(SETTING_GROUPS),
  label: sentence(),
  hint: sentence(),
  input: z.discriminatedUnion("kind", [
    z.object({ kind: z.enum(["text", "email", "url", "picture"]) }),
    /** `on` is the color that it must contrast with. */
    z.object({ kind: z.literal("color"), on: z.string() }),
    /** What `on` and `off` mean. */
    z.object({ kind: z.literal("switch"), on: sentence(), off: sentence() }),
    /** Several texts, separated by commas. */
    z.object({ kind: z.literal("list"), example: z.string() }),
    /** A whole number. With `none`, it can also be `off`, which means that. */
    z.object({
      kind: z.literal("number"),
      min: z.number(),
      max: z.number(),
      unit: sentence(),
      none: sentence().optional(),
    }),
    /** With `own`, any other list of texts can be entered, too. */
    z.object({
      kind: z.literal("choice"),
      choices: z.array(choiceSchema),
      own: z.object({ label: sentence(), example: z.string() }).optional(),
    }),
  ]),
  value: z.string(),
  default: z.string(),
  /** The origin of the value. The environment's values are changed there, under the name of `variable`. */
  source: z.enum(["environment", "founder", "default"]),
  variable: z.string(),
  /** True if a change needs a reason. */
  takes_reason: z.boolean(),
  /** The latest change that's still known. */
  changed: z
    .object({
      at: z.string(),
      /** Null for someone who has left. */
      by: z.string().nullable(),
      /** Null if it isn't known anymore. */
      before: z.string().nullable(),
    })
    .nullable(),
});
export type Setting = z.infer<typeof settingSchema>;

const settingsSchema = z.object({
  items: z.array(settingSchema),
  /** The time of the latest change. Empty if there's none. */
  updated_at: z.string(),
  /** Missing settings of the environment. `line` is to be added there; empty if the fix is different. */
  notices: z.array(z.object({ message: sentence(), line: z.string() })),
});
export type Settings = z.infer<typeof settingsSchema>;
export type Notice = Settings["notices"][number];

const changeSchema = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  before: z.string().nullable(),
  /** Null if it isn't known anymore. */
  after: z.string().nullable(),
  /** Empty if nobody gave one. */
  reason: z.string(),
});
export type SettingChange = z.infer<typeof changeSchema>;

const textsOf = <Text extends z.ZodType>(text: Text) => z.record(z.string().max(60), text);
const { get, patch } = routesOf("settings");

export const settingsContract = {
  list: staff("settings")
    .route(get("/settings", "The instance’s settings, who set them, and what they were before"))
    .output(settingsSchema),
  listChanges: staff("settings")
    .route(get("/settings/{name}/changes", "The last changes of a setting, newest first"))
    .errors(pickErrors(SETTINGS_ERRORS, "SETTING_NOT_FOUND"))
    .input(z.object({ name: z.string().max(60) }))
    .output(listOf(changeSchema)),
  update: staff("settings")
    .route(
      patch(
        "/settings",
        "Change settings of the instance; null brings the default back, and what is left out stays",
      ),
    )
    .errors(pickErrors(SETTINGS_ERRORS, "SETTING_FIXED", "SETTING_INVALID", "CHANGED_MEANWHILE"))
    .input(
      z.object({
        values: textsOf(z.string().max(2048).nullable()),
        /** The values that the change is based on. It's refused if one of them isn't what it was. */
        seen: textsOf(z.string().max(2048)).optional(),
        /** Some settings aren’t changed without one. */
        reason: writtenText(REASON_CHARS_MAX).optional(),
      }),
    )
    .output(settingsSchema),
};
