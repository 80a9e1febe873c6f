import * as z from "zod";
import { SIGN_UPS } from "#src/features/identity/accounts/settings.ts";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { instanceSetting } from "#src/lib/setting.ts";
import type { Platform } from "#src/platform/context.ts";

export const MEASUREMENT_ID = instanceSetting({
  name: "google_analytics_id",
  group: "analytics",
  variable: "GOOGLE_ANALYTICS_ID",
  default: "",
  schema: z
    .string()
    .trim()
    .regex(/^$|^G-[A-Z0-9]{1,48}$/, "A measurement ID is G- followed by uppercase letters or digits."),
  about:
    "A Google measurement ID such as `G-ABC123` that every public page loads in addition to its owner's, after consent where the law asks for it. Empty: none.",
  label: "Google measurement ID",
  hint: "Every page loads it in addition to its owner’s, after consent where the law asks for it.",
  input: { kind: "text" },
});

/** Returns the current data of the instance for pages. */
export function homeOf({ instance, settings }: Platform) {
  const { publicUrl, pagesUrl } = instance;
  const isByInvitation = settings.get(SIGN_UPS) === "invited";
  return { instanceName: settings.get(INSTANCE_NAME), publicUrl, pagesUrl, isByInvitation };
}
