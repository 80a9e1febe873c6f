import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

/** The stop for the whole instance. Every node reads it before each hand-over. */
export const SENDING = instanceSetting({
  name: "sending",
  variable: "SENDING",
  default: "on",
  schema: z.enum(["on", "off"], "must be on or off").transform((value) => value === "on"),
  about:
    "`off`: no campaign of any account goes out, from within two seconds. What waits goes on within a minute once it’s `on`.",
  label: "Campaigns of all accounts",
  hint: "An emergency stop. It takes effect within two seconds, and no waiting e-mail is lost.",
  input: {
    kind: "choice",
    choices: [
      { value: "on", label: "Go out" },
      { value: "off", label: "Are stopped" },
    ],
  },
});
