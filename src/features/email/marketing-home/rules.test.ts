import { expect, it } from "vitest";
import type { Overview } from "./contract.ts";
import { nextStep } from "./rules.ts";

const NOTHING: Overview = {
  fans: { total: 0, mailable: 0, this_week: 0, sources: [] },
  mail: {
    sent_this_week: 0,
    replies_this_week: 0,
    waiting: 0,
    drafts: 0,
    scheduled: 0,
    stopped: 0,
    templates: 0,
    sequences: 0,
  },
  accounts: [],
};
const account = {
  id: "a",
  address: "mia@mia.com",
  is_proven: true,
  sent_today: 0,
  day_limit: null,
  last_error: "",
};
const fans = { ...NOTHING.fans, total: 1200, mailable: 1100 };

it.each<[string, Partial<Overview>, string]>([
  ["fans, while there are none", {}, "Import leads"],
  ["an account, once there are fans", { fans }, "Add sending account"],
  [
    "an e-mail, once it can be sent",
    { fans, accounts: [{ ...account, state: "active" }] },
    "Choose a template",
  ],
  [
    "a welcome, while no sequence runs",
    { fans, accounts: [{ ...account, state: "active" }], mail: { ...NOTHING.mail, templates: 1 } },
    "Set up a welcome",
  ],
  [
    "a campaign, once everything is there",
    {
      fans,
      accounts: [{ ...account, state: "active" }],
      mail: { ...NOTHING.mail, templates: 1, sequences: 1 },
    },
    "Go to campaigns",
  ],
  [
    "a test of the only account",
    { fans, accounts: [{ ...account, state: "unverified" }] },
    "Test this account",
  ],
  [
    "the proof of its address",
    { fans, accounts: [{ ...account, state: "active", is_proven: false }] },
    "Test this account",
  ],
  [
    "no test while another one sends",
    {
      fans,
      accounts: [
        { ...account, state: "unverified" },
        { ...account, state: "throttled" },
      ],
    },
    "Choose a template",
  ],
  [
    "nothing about an account that’s turned off on purpose",
    { fans, accounts: [{ ...account, state: "disabled", last_error: "No" }] },
    "Choose a template",
  ],
  ["a stopped campaign before anything new", { mail: { ...NOTHING.mail, stopped: 2 } }, "See campaigns"],
  [
    "a failing account first of all",
    { accounts: [{ ...account, state: "auth_failed" }] },
    "See sending accounts",
  ],
])("the next step is %s", (_, change, label) => {
  expect(nextStep({ ...NOTHING, ...change }).label).toBe(label);
});
