import { describe, expect, it } from "vitest";
import { guessDelimiter, guessTargets, isSubscribed, parseMoment, parseTags } from "./rules.ts";

const FIELDS = [
  { key: "shoe_size", label: "Size" },
  { key: "street", label: "Straße" },
];

describe("recognizing a file", () => {
  it.each([
    [
      "Mailchimp",
      "Email Address,First Name,Last Name,OPTIN_TIME,TAGS",
      "email first_name last_name signed_up_at tags",
    ],
    ["Kit", "first_name,email,status,created_at,tags", "first_name email subscribed signed_up_at tags"],
    ["Ghost", "email,name,subscribed_to_emails,created_at,labels", "email name subscribed signed_up_at tags"],
    ["listmonk", "email,name,status,created_at", "email name subscribed signed_up_at"],
    ["Mautic", "firstname,lastname,email,mobile,country", "first_name last_name email phone country"],
    [
      "Shopify",
      "First Name,Last Name,Email,Accepts Email Marketing,Default Address Country Code,Phone,Tags",
      "first_name last_name email subscribed country phone tags",
    ],
  ])("knows the headers of %s", (_, header, targets) => {
    expect(guessTargets(header.split(","), [])).toEqual(targets.split(" "));
  });

  it("gives no two columns the same, and the account's own fields theirs", () => {
    expect(guessTargets(["E-Mail", "Mail", "Shoe size", "?", "Straße"], FIELDS)).toEqual([
      ...["email", null, "field:shoe_size", null, "field:street"],
    ]);
  });

  it.each([
    ["a,b,c\n1,2,3", ","],
    ['a;b\n"1,5,6,7";2', ";"],
    ["a\tb\n1, 2\t3", "\t"],
    ["a|b|c\nx, y|2|3\n", "|"],
    ["email\na@x.example", ","],
  ])("finds what separates the cells of %j", (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});

describe("reading a cell", () => {
  const now = new Date("2026-11-23T00:00:00Z");
  it.each([
    ["2024-05-01 10:00:00", "2024-05-01T10:00:00.000Z"],
    ["2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00.000Z"],
    ["2024-05-01", "2024-05-01T00:00:00.000Z"],
    ["1.5.", undefined],
    ["tomorrow", undefined],
    ["2999-01-01", undefined],
    ["1950-01-01", undefined],
  ])("takes %j as a moment, or not", (text, moment) => {
    expect(parseMoment(text, now)).toBe(moment);
  });

  it("splits tags, and knows who isn't subscribed", () => {
    expect(parseTags(' vip; "berlin"|vip, ')).toEqual(["vip", "berlin"]);
    expect(["yes", "subscribed", "", "true", "enabled"].map(isSubscribed)).not.toContain(false);
    expect(
      ["No", "unsubscribed", "FALSE", "cleaned", "blocklisted", "unconfirmed"].map(isSubscribed),
    ).not.toContain(true);
  });
});
