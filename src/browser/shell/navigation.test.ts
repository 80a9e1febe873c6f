import { IconFlask } from "@tabler/icons-react";
import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { ListedScreen, Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { makeRouter } from "../router.ts";
import { SCREENS } from "../screens.ts";
import { STAFF_SCREENS } from "../staff-screens.ts";
import { entryOf, homeOf, navigationOf, staffHomeOf, staffNavigationOf, tabsOf } from "./navigation.ts";
import { paletteScreens, settingsSections } from "./screen-lists.ts";

const STAFF = [...SCREENS, ...STAFF_SCREENS];

type Role = "owner" | "editor" | "analyst" | "billing" | "viewer" | "look" | "change";

const person = (role: string, ofAccount: Role) => ({ role, account: { role: ofAccount } });
const names = (items: readonly { label: string }[]) => items.map(({ label }) => label);
/** Each group with what's in it, and the foot. */
const shown = (...[role, ofAccount]: Parameters<typeof person>) => {
  const { groups, foot } = navigationOf(person(role, ofAccount));
  return [...groups.map(({ label, items }) => [label, ...names(items)]), names(foot)];
};

const PAGE = ["Page", "Profiles", "Links", "Analytics"];

it("shows the screens that a role allows, in groups, and no group with nothing in it", () => {
  expect(shown("founder", "owner")).toEqual([
    PAGE,
    ["Audience", "Leads", "Pipeline", "Segments"],
    [
      "E-mail",
      "Marketing",
      "Campaigns",
      "Sequences",
      "Automation",
      "Rules",
      "Templates",
      "Sending accounts",
      "A/B tests",
      "E-mail analytics",
      "Deliverability",
    ],
    ["Settings", "Administration", "Help"],
  ]);
  expect(shown("user", "analyst")).toEqual([
    PAGE,
    ["Audience", "Leads", "Pipeline"],
    ["E-mail", "E-mail analytics"],
    ["Settings", "Help"],
  ]);
  expect(shown("user", "editor")).toEqual([PAGE, ["Settings", "Help"]]);
  expect(shown("user", "billing")).toEqual([["Settings", "Help"]]);
  const audience = ["Audience", "Leads", "Pipeline"];
  expect(shown("support", "look")).toEqual([PAGE, audience, ["Administration", "Help"]]);
  expect(shown("support", "change")).toEqual([PAGE, audience, ["Administration", "Help"]]);
  expect(navigationOf(undefined)).toEqual({ groups: [], foot: [] });
});

it("has five of them in a phone’s bar, the others behind “More”, each with an icon of its own", () => {
  const founder = person("founder", "owner");
  const { tabs, hasMore } = tabsOf(navigationOf(founder));
  expect(names(tabs)).toEqual(["Profiles", "Links", "Analytics", "Leads", "Campaigns"]);
  expect(hasMore).toBe(true);
  const navigations = [navigationOf(founder), staffNavigationOf(founder, STAFF)];
  for (const { groups, foot } of navigations) {
    const all = [...groups.flatMap(({ items }) => items), ...foot];
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
    expect(new Set(all.map(({ Icon }) => Icon)).size).toBe(all.length);
  }
});

it("has all of them in the bar where they fit", () => {
  const bar = (role: Role) => {
    const { tabs, hasMore } = tabsOf(navigationOf(person("user", role)));
    return [hasMore, ...names(tabs)];
  };
  expect(bar("editor")).toEqual([false, "Profiles", "Links", "Analytics", "Settings", "Help"]);
  expect(bar("billing")).toEqual([false, "Settings", "Help"]);
  expect(bar("analyst")).toEqual([true, "Profiles", "Links", "Analytics", "Leads"]);
});

it("shows staff’s screens only to those in charge of them, and leads to the first of these", () => {
  const staff = (role: string) => {
    const me = person(role, "owner");
    return [
      staffHomeOf(me, STAFF),
      ...staffNavigationOf(me, STAFF).groups.flatMap(({ items }) => names(items)),
    ];
  };
  const people = ["Users", "Requests for help", "Coupons", "Referral reviews"];
  const content = ["All profiles", "All links", "Moderation", "First campaigns"];
  const messages = ["E-mail", "Notifications"];
  const instance = [
    "Page imports",
    "Security",
    "System",
    "Instance settings",
    "Prices",
    "Feature switches",
    "Ways out of apps",
    "Staff keys",
    "Banners",
    "Legal texts",
    "Audit log",
  ];
  expect(staff("founder")).toEqual(["/admin", "Overview", ...people, ...content, ...messages, ...instance]);
  expect(staff("admin")).toEqual(["/admin", "Overview", ...people, ...content, ...messages, ...instance]);
  expect(staff("moderator")).toEqual([
    "/admin/users",
    "Users",
    ...content,
    "E-mail",
    "Staff keys",
    "Audit log",
  ]);
  expect(staff("support")).toEqual(["/admin/users", "Users", "Requests for help", "E-mail", "Staff keys"]);
  const money = people.filter((name) => name !== "Requests for help");
  expect(staff("finance")).toEqual(["/admin", "Overview", ...money, "Staff keys", "Audit log"]);
  expect(staff("user")).toEqual([undefined]);
  expect(names(staffNavigationOf(person("moderator", "owner"), STAFF).foot)).toEqual([
    "Back to dashboard",
    "Help",
  ]);
});

it("is left out for people who only look after billing: that’s where they start", () => {
  const home = (role: Role) => homeOf({ role: "user", account: { role } });
  expect([home("owner"), home("viewer"), home("billing")]).toEqual([
    "/dashboard/profiles",
    "/dashboard/profiles",
    "/dashboard/settings/billing",
  ]);
});

it("marks the entry that leads to a screen, and of those whose paths begin alike only one", () => {
  const entries = [PATHS.leadBoard, PATHS.leadDuplicates, PATHS.template, PATHS.sandbox, STAFF_PATHS.coupons];
  expect(entries.map((path) => entryOf(path, STAFF))).toEqual([
    PATHS.leadBoard,
    PATHS.leads,
    PATHS.templates,
    PATHS.accountSettings,
    STAFF_PATHS.coupons,
  ]);
  expect(entryOf("/", STAFF)).toBe("/");
});

it("needs one entry for a new screen: router, navigation and palette have it, for whoever may see it", () => {
  const probe: ListedScreen = {
    path: "/dashboard/experiments",
    parent: "email",
    label: "Experiments",
    keywords: "test variants",
    Icon: IconFlask,
    access: { to: "members", permission: "mail.send" },
    component: () => null,
  };
  const settings: ListedScreen = {
    ...probe,
    path: "/dashboard/settings/lab",
    parent: "settings",
    label: "Lab",
  };
  const inside: Screen = { ...probe, path: "/dashboard/experiments/$id", parent: "/dashboard/experiments" };
  const screens = [...SCREENS, probe, settings, inside];
  const owner = person("user", "owner");
  const editor = person("user", "editor");
  const inNavigation = (me: typeof owner) =>
    navigationOf(me, screens).groups.flatMap(({ items }) => names(items));
  expect(inNavigation(owner)).toContain("Experiments");
  expect(inNavigation(editor)).not.toContain("Experiments");
  expect(paletteScreens(owner, screens)).toContainEqual(
    expect.objectContaining({ keywords: "test variants" }),
  );
  expect(names(paletteScreens(editor, screens))).not.toContain("Experiments");
  expect(names(settingsSections(owner, undefined, screens)).at(-1)).toBe("Lab");
  expect(entryOf(inside.path, screens)).toBe(probe.path);
  const parts = { isPersonal: true, onError: vi.fn() };
  const { routesByPath } = makeRouter(new QueryClient(), parts, SCREENS);
  const router = makeRouter(new QueryClient(), parts, screens);
  expect(Object.keys(routesByPath)).not.toContain(probe.path);
  expect(Object.keys(router.routesByPath)).toEqual(
    expect.arrayContaining([probe.path, settings.path, inside.path]),
  );
  expect(Object.keys(router.routesById)).toContain(`/shell/settings${settings.path}`);
});

it("adds staff’s screens to the router when someone goes there", async () => {
  const router = makeRouter(new QueryClient(), { isPersonal: true, onError: vi.fn() }, SCREENS);
  expect(Object.keys(router.routesByPath)).not.toContain(STAFF_PATHS.users);
  await router.options.context.addStaffScreens();
  expect(Object.keys(router.routesByPath)).toEqual(expect.arrayContaining([PATHS.admin, STAFF_PATHS.users]));
  expect(entryOf(STAFF_PATHS.users, router.options.context.screens)).toBe(STAFF_PATHS.users);
});
