import * as z from "zod";
import { ACCENT_INK, contrastRatio, isColor, parseColor, READABLE_CONTRAST, WHITE } from "./colors.ts";
import { type InstanceSetting, instanceSetting } from "./setting.ts";
import { isBlank } from "./text.ts";

export const INSTANCE_NAME = instanceSetting({
  name: "instance_name",
  group: "brand",
  variable: "INSTANCE_NAME",
  default: "Fanfare",
  schema: z
    .string()
    .trim()
    .max(60, "Use a name of up to 60 characters.")
    .refine((name) => !isBlank(name), "Give the instance a name."),
  about: "The name of this instance, as in “Powered by Fanfare”.",
  label: "Name",
  hint: "It’s on every page, in e-mails and in browser tabs.",
  input: { kind: "text" },
});

export const LOGO = instanceSetting({
  name: "logo",
  group: "brand",
  variable: "LOGO",
  default: "",
  schema: z.string().regex(/^$|^\/media\/[0-9a-f-]{36}\.webp$/, "Upload a picture for the logo."),
  about: "A picture that this instance keeps, such as `/media/….webp`. Empty: the horn.",
  label: "Logo",
  hint: "A square picture. It’s also the icon in browser tabs and of the installed dashboard.",
  input: { kind: "picture" },
});

export const BRAND_COLOR = instanceSetting({
  name: "brand_color",
  group: "brand",
  variable: "BRAND_COLOR",
  default: "#602bc4",
  schema: colorReadWith(WHITE, "White text"),
  about: "The main color of dashboard, site and e-mails, dark enough for white text.",
  label: "Main color",
  hint: "Buttons and links have this color, with white text on it.",
  input: { kind: "color", on: WHITE },
});

export const ACCENT_COLOR = instanceSetting({
  name: "accent_color",
  group: "brand",
  variable: "ACCENT_COLOR",
  default: "#fcbf34",
  schema: colorReadWith(ACCENT_INK, "Dark text"),
  about: "The color of highlights on the site, light enough for dark text.",
  label: "Highlight color",
  hint: "The home page’s main button has this color, with dark text on it.",
  input: { kind: "color", on: ACCENT_INK },
});

export const SUPPORT_ADDRESS = instanceSetting({
  name: "support_address",
  group: "brand",
  variable: "SUPPORT_ADDRESS",
  default: "",
  schema: z
    .string()
    .trim()
    .regex(/^$|^[^\s@]+@[^\s@]+$/, "Enter an e-mail address."),
  about: "The e-mail address for people who need help. Empty: none is shown.",
  label: "Support e-mail address",
  hint: "People who need help write to it. Leave it empty to show none.",
  input: { kind: "email" },
});

export interface Brand {
  name: string;
  /** Path of the logo. Empty means the product's own mark. */
  logo: string;
  brandColor: string;
  accentColor: string;
  supportAddress: string;
}

export function brandOf(settings: { get<Value>(setting: InstanceSetting<Value>): Value }): Brand {
  return {
    name: settings.get(INSTANCE_NAME),
    logo: settings.get(LOGO),
    brandColor: settings.get(BRAND_COLOR),
    accentColor: settings.get(ACCENT_COLOR),
    supportAddress: settings.get(SUPPORT_ADDRESS),
  };
}

/** Returns a hex color (`#rrggbb`) on which text of color `ink` is readable. */
function colorReadWith(ink: string, text: string) {
  return z
    .string()
    .trim()
    .refine(isColor, { message: "Enter a hex color such as #602bc4.", abort: true })
    .transform((color) => parseColor(color) ?? color)
    .refine((color) => contrastRatio(color, ink) >= READABLE_CONTRAST, {
      error: ({ input }) =>
        `${text} is hard to read on this color: its contrast is ${contrastRatio(String(input), ink).toFixed(1)}:1 and should be at least ${READABLE_CONTRAST}:1.`,
    });
}
