import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

export const SIGN_UPS = instanceSetting({
  name: "sign_ups",
  group: "accounts",
  variable: "SIGN_UPS",
  default: "everyone",
  schema: z.enum(["everyone", "invited"], "It must be “everyone” or “invited”."),
  about:
    "Who can make an account: `everyone`, or only people who are `invited` to a team. The first account, the founder’s, can always be made.",
  label: "Who can sign up",
  hint: "Whoever has an account already keeps it.",
  input: {
    kind: "choice",
    choices: [
      { value: "everyone", label: "Everyone" },
      { value: "invited", label: "Only people who are invited to a team" },
    ],
  },
});

const HOURS = ["24", "48", "72", "168"] as const;

export const SECOND_FACTOR_WAIT = instanceSetting({
  name: "second_factor_wait",
  group: "accounts",
  variable: "SECOND_FACTOR_WAIT",
  default: "24",
  schema: z.enum(HOURS, "It must be 24, 48, 72 or 168.").transform(Number),
  about:
    "How many hours pass before two-step sign-in is removed for someone who has lost their phone: `24`, `48`, `72` or `168`. Meanwhile they’re told by e-mail and can stop it.",
  label: "Wait before two-step sign-in is removed",
  hint: "Staff ask for it when someone has lost their phone. Until then, the person can stop it.",
  input: {
    kind: "choice",
    choices: [
      { value: "24", label: "1 day" },
      { value: "48", label: "2 days" },
      { value: "72", label: "3 days" },
      { value: "168", label: "7 days" },
    ],
  },
});
