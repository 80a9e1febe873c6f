import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

/** Blocklists learn which servers are asked about, and some networks allow no such questions. */
export const ASK_BLOCKLISTS = instanceSetting({
  name: "ask_blocklists",
  group: "mail",
  variable: "ASK_BLOCKLISTS",
  default: "on",
  schema: z.enum(["on", "off"], "It must be on or off.").transform((value) => value === "on"),
  about:
    "Whether Deliverability asks Spamhaus, SpamCop, Barracuda, and PSBL over DNS, at most once an hour, if they list senders’ domains and mail servers. `off`: it asks none of them.",
  label: "Ask blocklists about senders",
  hint: "Once an hour, over DNS: Spamhaus, SpamCop, Barracuda, and PSBL. They learn which domains and servers are asked about.",
  input: {
    kind: "switch",
    on: "They’re asked.",
    off: "Nobody’s asked.",
  },
});
