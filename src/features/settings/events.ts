import * as z from "zod";
import { PLANS } from "./rules.ts";

/** Limits were lifted or brought back for everybody. */
export const plansChanged = {
  name: "settings.plans_changed",
  payload: z.object({ plans: z.enum(PLANS) }),
};
