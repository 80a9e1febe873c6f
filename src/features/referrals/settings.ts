import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

export const REFERRAL_POPUP = instanceSetting({
  name: "referral_popup",
  variable: "REFERRAL_POPUP",
  default: "on",
  schema: z.enum(["on", "off"], "must be on or off").transform((value) => value === "on"),
  about: "`off`: nobody is reminded that they can refer others. Referral links still work.",
  label: "Referral reminder",
  hint: "A dialog that now and then tells people they can share their referral link.",
  input: {
    kind: "choice",
    choices: [
      { value: "on", label: "Now and then" },
      { value: "off", label: "Never" },
    ],
  },
});
