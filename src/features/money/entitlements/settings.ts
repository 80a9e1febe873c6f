import * as z from "zod";
import { type InstanceSetting, instanceSetting } from "#src/lib/setting.ts";
import { UNITS_MAX } from "./price-rules.ts";
import { DEFAULT_LIMITS, LINKS_PER_PROFILE_MAX, PLANS, type PlanLimits } from "./rules.ts";

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

interface LimitWords {
  name: keyof PlanLimits;
  group: "plans" | "referrals";
  max: number;
  unit: string;
  about: string;
  label: string;
  hint: string;
}

/** A whole number of at least one. Without plans, none of them counts. */
function limitSetting({ name, max, unit, ...words }: LimitWords) {
  const message = `Enter a whole number from 1 to ${max.toLocaleString("en-US")}.`;
  return instanceSetting({
    ...words,
    name,
    variable: name.toUpperCase(),
    default: String(DEFAULT_LIMITS[name]),
    schema: z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,6}$/, message)
      .transform(Number)
      .refine((value) => value <= max, message),
    input: { kind: "number", min: 1, max, unit },
    takesReason: true,
  });
}

/** What plans include, by name. A change counts at once, for everyone. */
export const LIMIT_SETTINGS: Readonly<Record<keyof PlanLimits, InstanceSetting<number>>> = {
  profiles_free: limitSetting({
    name: "profiles_free",
    group: "plans",
    max: 10_000,
    unit: "profiles",
    about:
      "How many active profiles a free account has, before what it earns by referrals or gets from staff. Fewer than before: profiles stay up, and no more can be added.",
    label: "Profiles on the free plan",
    hint: "Slots from referrals and from staff come on top. With fewer than before, nobody’s profiles go away, but those who have more can’t add any.",
  }),
  links_per_profile_free: limitSetting({
    name: "links_per_profile_free",
    group: "plans",
    max: LINKS_PER_PROFILE_MAX,
    unit: "links",
    about:
      "How many links each profile of a free account has. Fewer than before: links stay up, and no more can be added.",
    label: "Links on each profile of the free plan",
    hint: "With fewer than before, links stay on their pages, but none can be added to pages that have more.",
  }),
  links_per_unit: limitSetting({
    name: "links_per_unit",
    group: "plans",
    max: 1000,
    unit: "links",
    about:
      "How many links come with each unit of premium, over the whole account. It also counts for units that were bought before.",
    label: "Links with each unit of premium",
    hint: "For all profiles of an account together. It counts for everyone who has premium, also for what they bought before.",
  }),
  links_per_profile_premium: limitSetting({
    name: "links_per_profile_premium",
    group: "plans",
    max: LINKS_PER_PROFILE_MAX,
    unit: "links",
    about:
      "How many links each profile of a premium account can have. Where the free plan has more, premium has as many.",
    label: "Links on each profile with premium",
    hint: "Accounts that staff gave unlimited links aren’t limited by it. Premium never has fewer than the free plan.",
  }),
  units_given: limitSetting({
    name: "units_given",
    group: "plans",
    max: UNITS_MAX,
    unit: "units",
    about:
      "How many units of premium staff give where they don’t say how many. What was given before stays as it is.",
    label: "Units of premium that staff give",
    hint: "Where they don’t say how many. What was given before stays as it is.",
  }),
  referral_reward_slots: limitSetting({
    name: "referral_reward_slots",
    group: "referrals",
    max: 1000,
    unit: "slots",
    about:
      "How many profile slots each side gets when someone who came by a referral link makes a profile. What was earned before stays as it is.",
    label: "Slots for a referral",
    hint: "Each side gets as many when someone who was referred makes their first profile. What was earned before stays as it is.",
  }),
};
