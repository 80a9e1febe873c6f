import { expect, it } from "vitest";
import { problemTargetOf } from "./problem-targets.ts";

const FROM_TEMPLATE = { mode: "template", subject: "", preheader: "" } as const;
const OWN = { ...FROM_TEMPLATE, mode: "blocks" } as const;

const PLACES = [
  "audience",
  "sender",
  "mailbox",
  "domain",
  "content",
  "subject",
  "html",
  "links",
  "text",
  "preheader",
  "approval",
];
const placesIn = (campaign: Parameters<typeof problemTargetOf>[1]) =>
  PLACES.map((where) => problemTargetOf({ where }, campaign) ?? "nowhere").join(" ");

it("leads from each problem to where it’s fixed", () => {
  const first = "audience content mailbox mailbox content";
  expect(placesIn(OWN)).toBe(`${first} content content content content content nowhere`);
  expect(placesIn(FROM_TEMPLATE)).toBe(`${first} template template template template template nowhere`);
});

it("leads to a campaign’s own subject and preview text, which win over its template’s", () => {
  expect(problemTargetOf({ where: "preheader" }, { ...FROM_TEMPLATE, preheader: "Hi" })).toBe("content");
  expect(problemTargetOf({ where: "subject" }, { ...FROM_TEMPLATE, subject: "Hi" })).toBe("content");
});
