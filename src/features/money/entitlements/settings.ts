import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";
import { PLANS } from "./rules.ts";

export const PLANS_SETTING = instanceSetting({
  name: "plans",
  group: "plans",
  variable: "PLANS",
  default: "free",
  schema: z.enum(PLANS, "It must be free or off."),
  about:
    "`off`: no limits for anyone, and no prices on the landing page. `free`: the limits of the free plan.",
  label: "Limits",
  hint: "Without them, nobody’s plan limits profiles or links, and the home page shows no prices.",
  input: {
    kind: "choice",
    choices: [
      { value: "free", label: "The free plan’s limits" },
      { value: "off", label: "No limits" },
    ],
  },
});
