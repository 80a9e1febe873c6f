import { describe, expect, it } from "vitest";
import type { Profile } from "#src/features/profiles/contract.ts";
import { DEFAULT_THEME } from "#src/features/profiles/rules.ts";
import { changesOf, draftOf, fieldOf, formOf, PROFILE_FORM_CHECKS } from "./profile-form.ts";

const profile: Profile = {
  id: "1",
  user_id: "u",
  name: "Mara",
  username: "mara",
  display_name: null,
  status: "active",
  is_active: true,
  profile_picture_url: null,
  notes: null,
  public_notes: null,
  theme_settings: { ...DEFAULT_THEME },
  social_platforms: [
    { platform: "instagram", url: "https://instagram.com/mara" },
    { platform: "website", url: "https://example.com" },
  ],
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  deleted_at: null,
  restorable_until: null,
  link_count: 0,
};

const refusal = (code: string, data?: unknown) => ({ code, status: 400, message: "", data });

describe("the form of a profile", () => {
  it("sends back what it was given when nothing was typed", () => {
    const { social_platforms, theme_settings, name, username } = profile;
    expect(changesOf(formOf(profile))).toEqual({
      name,
      username,
      display_name: "",
      public_notes: "",
      notes: "",
      profile_picture_url: null,
      theme_settings,
      social_platforms,
    });
  });

  it("previews social profiles with https in front, and hides those without a usable address", () => {
    const values = formOf(profile);
    values.socials = [
      { key: "a", platform: "x", url: "x.com/mara" },
      { key: "b", platform: "tiktok", url: "" },
      { key: "c", platform: "discord", url: "javascript:alert(1)" },
    ];
    expect(draftOf(profile, values).social_platforms).toEqual([{ platform: "x", url: "https://x.com/mara" }]);
  });

  it("knows which field a refusal is about", () => {
    const values = formOf(profile);
    expect(fieldOf(refusal("USERNAME_TAKEN"), values)).toBe("username");
    expect(fieldOf(refusal("COLOR_INVALID", { field: "text_color" }), values)).toBe("theme.text_color");
    expect(fieldOf(refusal("URL_DANGEROUS", { platform: "website" }), values)).toBe("socials.1.url");
    expect(fieldOf(refusal("PROFILE_LIMIT"), values)).toBeUndefined();
  });

  it("says what is wrong before it is sent", () => {
    expect(PROFILE_FORM_CHECKS.name("  ")).toBe("Please give the profile a name.");
    expect(PROFILE_FORM_CHECKS.username("admin")).toBe("This name is reserved. Please choose another one.");
    expect(PROFILE_FORM_CHECKS.username("mara")).toBeNull();
    expect(PROFILE_FORM_CHECKS.socials.url("")).toBeNull();
    expect(PROFILE_FORM_CHECKS.socials.url("data:text/html,x")).toBe(
      "URL contains dangerous protocol or suspicious content",
    );
  });
});
