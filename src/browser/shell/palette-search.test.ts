import type { SpotlightActionGroupData } from "@mantine/spotlight";
import { describe, expect, it, vi } from "vitest";
import type { Profile } from "#src/features/profiles/contract.ts";
import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
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
const navigate = vi.fn();

const groups = (linkLimit = 10) =>
  paletteActions({
    me: { role: "founder", account: { role: "owner" } },
    plans: "free",
    profiles: [profile],
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
  ])("finds what people mean by “%s”", (query, label) => {
    expect(labels(query)).toContain(label);
  });

  it("puts exact names first", () => {
    expect(labels("design")[0]).toBe("Design");
    expect(labels("links")[0]).toBe("Links");
    expect(labels("analytics")[0]).toBe("Analytics");
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
