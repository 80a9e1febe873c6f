import type { SpotlightActionGroupData } from "@mantine/spotlight";
import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { DEFAULT_THEME } from "#src/features/pages/profiles/rules.ts";
import { PATHS } from "#src/lib/paths.ts";
import { makeRouter } from "../router.ts";
import { SCREENS } from "../screens.ts";
import { STAFF_SCREENS } from "../staff-screens.ts";
import { paletteActions } from "./palette-actions.tsx";
import { profileActions, sectionActions } from "./palette-profile.tsx";
import { findActions } from "./palette-search.ts";

const profile = {
  id: "p",
  name: "Nora Sings",
  username: "norasings",
  display_name: null,
  profile_picture_url: null,
  theme_settings: DEFAULT_THEME,
  status: "active",
  link_count: 5,
} as Profile;
const paused = { ...profile, id: "q", name: "Old Shop", username: "oldshop", status: "inactive" } as Profile;
const navigate = vi.fn();

const { routesByPath: routes } = makeRouter(new QueryClient(), { isPersonal: true, onError: vi.fn() }, [
  ...SCREENS,
  ...STAFF_SCREENS,
]);
/** Redirects, and what stands in for Stripe's pages. */
const LEADING_ON = new Set<string>([PATHS.emailMarketing, PATHS.crm, PATHS.sandbox]);

const groups = (linkLimit = 10) =>
  paletteActions({
    me: { role: "founder", account: { role: "owner" } },
    plans: "free",
    profiles: [profile, paused],
    links: [{ id: "l", profile_id: "p", title: "Tour dates", url: "https://example.com/tour" }],
    articles: [
      { slug: "in-app", title: "Leaving in-app browsers", summary: "How", keywords: "tiktok", text: "" },
    ],
    profileActions: profileActions({
      selected: profile,
      url: "https://fan.example/norasings",
      linkLimit,
      fullAt: undefined,
      navigate,
      share: vi.fn(),
      duplicate: vi.fn(),
      deactivate: vi.fn(),
      remove: vi.fn(),
    }),
    sections: sectionActions(profile, navigate),
    navigate,
    select: vi.fn(),
    activate: vi.fn(),
    setColorScheme: vi.fn(),
    signOut: vi.fn(),
  });

const labels = (query: string) =>
  (findActions(query, groups()) as SpotlightActionGroupData[]).flatMap(({ actions }) =>
    actions.map(({ label }) => label),
  );

describe("the command palette", () => {
  it.each([
    ["edit", "Edit Nora Sings"],
    ["edit my page", "Edit Nora Sings"],
    ["design", "Design"],
    ["colours", "Design"],
    ["change background", "Design"],
    ["share", "Share page"],
    ["qr", "Share page"],
    ["trash", "Trash"],
    ["restore", "Trash"],
    ["help", "Help"],
    ["dark", "Dark color scheme"],
    ["dark mode", "Dark color scheme"],
    ["light", "Light color scheme"],
    ["sign out", "Sign out"],
    ["log out", "Sign out"],
    ["export", "Export analytics"],
    ["csv leads", "Export leads"],
    ["password", "Reset password"],
    ["countdown", "Promotion"],
    ["pixel", "Tracking"],
    ["rename", "Username"],
    ["stats", "Analytics"],
    ["new url", "Add link"],
    ["tour", "Tour dates"],
    ["example.com", "Tour dates"],
    ["sings", "Nora Sings"],
    ["tiktok browser", "Leaving in-app browsers"],
    ["clone", "Duplicate Nora Sings"],
    ["unpublish", "Deactivate Nora Sings"],
    ["e-mails", "Leads"],
    ["invite", "Team settings"],
    ["invite", "Invite people"],
    ["kanban", "Pipeline"],
    ["merge", "Duplicates"],
    ["gdpr", "Privacy requests"],
    ["upload csv", "Import leads"],
    ["cname", "Domain instructions"],
    ["dns", "Domains settings"],
    ["token", "API keys settings"],
    ["discount code", "Coupons"],
    ["open rate", "E-mail analytics"],
    ["logo", "Instance settings"],
    ["push", "Notifications settings"],
    ["publish", "Activate Old Shop"],
    ["new newsletter", "New campaign"],
    ["write template", "New template"],
    ["connect gmail", "Add sending account"],
    ["new key", "Create API key"],
  ])("finds what people mean by “%s”", (query, label) => {
    expect(labels(query)).toContain(label);
  });

  it("has every screen, with words for it", () => {
    const known = new Map(
      groups().flatMap(({ actions }) => actions.map(({ id, keywords }) => [id, keywords])),
    );
    const screens = Object.keys(routes).filter((path) => /^\/(dashboard|admin)\/[^$]+$/.test(path));
    expect(screens.length).toBeGreaterThan(25);
    expect(screens.filter((path) => !known.get(path) && !LEADING_ON.has(path))).toEqual([]);
  });

  it("opens what it’s about on the other screen", () => {
    const act = (id: string) => {
      const found = groups()
        .flatMap(({ actions }) => actions)
        .find((action) => action.id === id);
      found?.onClick?.({} as never);
      return navigate.mock.lastCall?.[0];
    };
    expect(act("invite")).toEqual({ to: PATHS.team, search: { open: "create" } });
    expect(act("export-leads")).toEqual({ to: PATHS.leads, search: { open: "export" } });
  });

  it("puts exact names first", () => {
    expect(labels("design")[0]).toBe("Design");
    expect(labels("links")[0]).toBe("Links");
    expect(labels("analytics")[0]).toBe("Analytics");
  });

  it("finds names whatever their accents and forms", () => {
    const actions = ["Łódź", "Jose\u0301’s Straße"].map((label) => ({ id: label, label }));
    const found = (query: string) =>
      findActions(query, [{ group: "Links", actions }]).flatMap((group) =>
        "actions" in group ? group.actions.map(({ label }) => label) : [],
      );
    expect(found("lodz")).toEqual(["Łódź"]);
    expect(found("JOSÉ strasse")).toEqual(["Jose\u0301’s Straße"]);
  });

  it("offers only the usual actions before anything is typed, and nothing for unknown words", () => {
    expect(labels(" ")).toContain("Add link");
    expect(labels("")).not.toContain("Tour dates");
    expect(labels("xylophone")).toEqual([]);
    expect(labels("design xylophone")).toEqual([]);
  });

  it("says why no more links fit on a full profile", () => {
    const add = (limit: number) =>
      groups(limit)
        .flatMap(({ actions }) => actions)
        .find(({ id }) => id === "create-link");
    expect(add(5)?.description).toBe("Link limit reached. You can have up to 5 links on this profile.");
    expect(add(6)?.description).toBeUndefined();
  });
});
