import * as z from "zod";
import { routesOf, sentence, staff } from "#src/lib/endpoint.ts";

export const SETTINGS_ERRORS = {
  SETTING_FIXED: {
    status: 409,
    message: "This is set in the instance’s environment. Change it there and restart.",
  },
  SETTING_INVALID: { status: 400, message: "Some settings need fixing." },
} as const;

const settingSchema = z.object({
  name: z.string(),
  label: sentence(),
  hint: sentence(),
  input: z.discriminatedUnion("kind", [
    z.object({ kind: z.enum(["text", "email", "url", "picture"]) }),
    /** `on` is the color that it must contrast with. */
    z.object({ kind: z.literal("color"), on: z.string() }),
    z.object({
      kind: z.literal("choice"),
      choices: z.array(z.object({ value: z.string(), label: sentence() })),
    }),
  ]),
  value: z.string(),
  default: z.string(),
  /** The origin of the value. The environment's values are changed there, under the name of `variable`. */
  source: z.enum(["environment", "founder", "default"]),
  variable: z.string(),
});
export type Setting = z.infer<typeof settingSchema>;

const settingsSchema = z.object({
  items: z.array(settingSchema),
  /** Missing settings of the environment. `line` is to be added there; empty if the fix is different. */
  notices: z.array(z.object({ message: sentence(), line: z.string() })),
});
export type Notice = z.infer<typeof settingsSchema>["notices"][number];
const { get, patch } = routesOf("settings");

export const settingsContract = {
  list: staff("settings")
    .route(get("/settings", "The instance’s settings, and who set them"))
    .output(settingsSchema),
  update: staff("settings")
    .route(
      patch(
        "/settings",
        "Change settings of the instance; null brings the default back, and what is left out stays",
      ),
    )
    .errors(SETTINGS_ERRORS)
    .input(z.object({ values: z.record(z.string().max(60), z.string().max(2048).nullable()) }))
    .output(settingsSchema),
};
