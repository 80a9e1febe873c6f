import { expect, it } from "vitest";
import { isMailboxOf, sharesOf } from "./seeds-rules.ts";

it("shares are of those who were looked for to the end, by receiver", () => {
  const results = [
    { address: "a@gmail.com", state: "inbox" },
    { address: "b@googlemail.com", state: "spam" },
    { address: "c@gmail.com", state: "sent" },
    { address: "d@mia.example", state: "missing" },
    { address: "e@mia.example", state: "failed" },
  ] as const;
  expect(sharesOf(results)).toEqual([
    { provider: "gmail", inbox: 1, spam: 1, missing: 0 },
    { provider: "mia.example", inbox: 0, spam: 0, missing: 1 },
  ]);
});

it("a login is an address's own if it's the address, or its first part at the domain's server", () => {
  const seed = { address: "mia@mia.example", username: "mia", host: "imap.mia.example" };
  expect(isMailboxOf(seed)).toBe(true);
  expect(isMailboxOf({ ...seed, username: "Mia@Mia.example ", host: "mail.host.example" })).toBe(true);
  expect(isMailboxOf({ ...seed, host: "imap.notmia.example" })).toBe(false);
  expect(isMailboxOf({ ...seed, host: "notmia.example" })).toBe(false);
  expect(isMailboxOf({ ...seed, username: "nora" })).toBe(false);
});
