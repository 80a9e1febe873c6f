import { expect, it } from "vitest";
import { homeOf, navItems } from "./nav-items.ts";

const labels = (role: string, ofAccount: "owner" | "editor" | "billing") =>
  navItems({ role, account: { role: ofAccount } }).map(({ label }) => label);

it("shows the screens that a role allows, and staff's only to those in charge of them", () => {
  const all = ["Profiles", "Links", "Analytics", "Marketing", "Leads"];
  all.push("Sending accounts", "Templates", "Campaigns", "E-mail analytics");
  expect(labels("founder", "owner")).toEqual([...all, "E-mail", "Settings"]);
  expect(labels("moderator", "owner")).toEqual([...all, "Settings"]);
  expect(labels("user", "editor")).toEqual(["Profiles", "Links", "Analytics", "Settings"]);
  expect(labels("user", "billing")).toEqual(["Settings"]);
  expect(navItems(undefined)).toEqual([]);
});

it("is left out for people who only look after billing: that’s where they start", () => {
  const home = (role: "owner" | "billing" | "viewer") => homeOf({ role: "user", account: { role } });
  expect([home("owner"), home("viewer"), home("billing")]).toEqual([
    "/dashboard/profiles",
    "/dashboard/profiles",
    "/dashboard/settings/billing",
  ]);
});
