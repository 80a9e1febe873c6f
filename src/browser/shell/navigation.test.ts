import { expect, it } from "vitest";
import { barItems, homeOf, menuItems, navItems, staffHomeOf, staffScreens } from "./navigation.ts";

const person = (role: string, ofAccount: "owner" | "editor" | "billing") => ({
  role,
  account: { role: ofAccount },
});
const names = (items: readonly { label: string }[]) => items.map(({ label }) => label);
const labels = (...[role, ofAccount]: Parameters<typeof person>) => names(navItems(person(role, ofAccount)));

it("shows the screens that a role allows", () => {
  const all = ["Profiles", "Links", "Analytics", "Leads", "Pipeline", "Marketing"];
  all.push("Campaigns", "Templates", "Sending accounts", "E-mail analytics");
  expect(labels("founder", "owner")).toEqual([...all, "Settings"]);
  expect(labels("user", "editor")).toEqual(["Profiles", "Links", "Analytics", "Settings"]);
  expect(labels("user", "billing")).toEqual(["Settings"]);
  expect(navItems(undefined)).toEqual([]);
});

it("has five of them in a phone’s bar, and the others in its menu, each with an icon of its own", () => {
  const founder = person("founder", "owner");
  const bar = barItems(founder);
  expect(names(bar)).toEqual(["Profiles", "Links", "Analytics", "Leads", "Campaigns"]);
  const all = [...bar, ...menuItems(founder), ...staffScreens(founder)];
  expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
  expect(new Set(all.map(({ Icon }) => Icon)).size).toBe(all.length);
});

it("shows staff’s screens only to those in charge of them, and leads to the first of these", () => {
  const staff = (role: string) => {
    const me = person(role, "owner");
    return [staffHomeOf(me), ...names(staffScreens(me))];
  };
  const rest = ["Coupons", "Referral reviews", "First campaigns", "Reports", "Instance settings"];
  expect(staff("founder")).toEqual(["/admin/email", "Instance e-mail", ...rest]);
  expect(staff("admin")).toEqual(["/admin/coupons", ...rest]);
  expect(staff("moderator")).toEqual(["/admin/campaigns", "First campaigns", "Reports"]);
  expect(staff("user")).toEqual([undefined]);
});

it("is left out for people who only look after billing: that’s where they start", () => {
  const home = (role: "owner" | "billing" | "viewer") => homeOf({ role: "user", account: { role } });
  expect([home("owner"), home("viewer"), home("billing")]).toEqual([
    "/dashboard/profiles",
    "/dashboard/profiles",
    "/dashboard/settings/billing",
  ]);
});
