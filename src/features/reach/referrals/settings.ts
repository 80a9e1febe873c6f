import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

export const REFERRAL_POPUP = instanceSetting({
  name: "referral_popup",
  group: "referrals",
  variable: "REFERRAL_POPUP",
  default: "on",
  schema: z.enum(["on", "off"], "It must be on or off.").transform((value) => value === "on"),
  about: "`off`: nobody is reminded that they can refer others. Referral links still work.",
  label: "Referral reminder",
  hint: "A dialog that now and then tells people they can share their referral link.",
  input: {
    kind: "switch",
    on: "It’s shown now and then.",
    off: "It’s never shown.",
  },
});

export const REFERRAL_REVIEW = instanceSetting({
  name: "referral_review",
  group: "referrals",
  variable: "REFERRAL_REVIEW",
  default: "off",
  schema: z.enum(["on", "off"], "It must be on or off.").transform((value) => value === "on"),
  about: "`on`: a referral that looks made up earns nothing until staff approve it.",
  label: "Hold flagged referrals",
  hint: "Referrals that look made up, such as two accounts in one browser.",
  input: {
    kind: "switch",
    on: "They wait until staff approve them.",
    off: "They give their slots right away.",
  },
});
