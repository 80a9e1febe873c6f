import { PROFILE_ERRORS, type Profile } from "#src/features/pages/profiles/contract.ts";
import { checkSocial, type SocialPlatform, socialError } from "#src/features/pages/profiles/page/socials.ts";
import {
  RESERVED_USERNAMES,
  type ThemeSettings,
  USERNAME_PATTERN,
} from "#src/features/pages/profiles/rules.ts";
import type { ApiError } from "#src/kit/api-error.ts";
import { newId } from "#src/kit/new-id.ts";
import { isBlank } from "#src/lib/text.ts";
import {
  SETTINGS_CHECKS,
  type SettingsFormValues,
  settingsChangesOf,
  settingsDraftOf,
  settingsFormOf,
} from "./settings-form.ts";

/** A row keeps its key while it moves, so that it keeps the focus. */
export interface SocialRow extends SocialPlatform {
  key: string;
}

export interface ProfileFormValues extends SettingsFormValues {
  name: string;
  username: string;
  display_name: string;
  public_notes: string;
  notes: string;
  profile_picture_url: string;
  theme: ThemeSettings;
  socials: SocialRow[];
}

export function formOf(profile: Profile): ProfileFormValues {
  return {
    name: profile.name,
    username: profile.username,
    display_name: profile.display_name ?? "",
    public_notes: profile.public_notes ?? "",
    notes: profile.notes ?? "",
    profile_picture_url: profile.profile_picture_url ?? "",
    theme: { ...profile.theme_settings },
    socials: profile.social_platforms.map((entry) => ({ ...entry, key: newId() })),
    ...settingsFormOf(profile),
  };
}

export function changesOf(values: ProfileFormValues) {
  const { theme, socials, profile_picture_url, name, username, display_name, public_notes, notes } = values;
  return {
    name,
    username,
    display_name,
    public_notes,
    notes,
    profile_picture_url: profile_picture_url || null,
    theme_settings: theme,
    social_platforms: socials.map(({ platform, url }) => ({ platform, url })),
    ...settingsChangesOf(values),
  };
}

/** Returns the API's name of a field of the form. */
export function sentName(field: string): string {
  if (field === "theme") return "theme_settings";
  return field === "socials" ? "social_platforms" : field;
}

/** Returns the profile as its page would show it. */
export function draftOf(profile: Profile, values: ProfileFormValues): Profile {
  const changes = changesOf(values);
  const social_platforms = changes.social_platforms.flatMap(({ platform, url }) => {
    const checked = checkSocial(platform, url);
    return checked.ok ? [{ platform, url: checked.url }] : [];
  });
  return { ...profile, ...changes, ...settingsDraftOf(values), social_platforms };
}

export const PROFILE_FORM_CHECKS = {
  name: (value: string) => (isBlank(value) ? PROFILE_ERRORS.NAME_REQUIRED.message : null),
  username: usernameProblem,
  socials: { url: socialProblem },
  ...SETTINGS_CHECKS,
};

function usernameProblem(value: string): string | null {
  if (!USERNAME_PATTERN.test(value)) return PROFILE_ERRORS.USERNAME_INVALID.message;
  return RESERVED_USERNAMES.has(value) ? PROFILE_ERRORS.USERNAME_RESERVED.message : null;
}

/** An empty URL is fine: its entry is left out. */
function socialProblem(value: string, { socials }: ProfileFormValues, path: string): string | null {
  const platform = socials[Number(path.split(".")[1])]?.platform ?? "";
  const checked = checkSocial(platform, value);
  if (checked.ok || checked.reason === "empty") return null;
  return PROFILE_ERRORS[socialError(platform, checked.reason)].message;
}

/** Returns the URL of a social profile's icon, if it differs from the typed one. */
export function resolvedSocialUrl({ platform, url }: SocialPlatform): string | undefined {
  const checked = checkSocial(platform, url);
  return checked.ok && checked.url !== url.trim() ? checked.url : undefined;
}

function named(data: unknown, name: string): string | undefined {
  const value: unknown =
    typeof data === "object" && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Returns the form path of the field that an error belongs to, if any. */
export function fieldOf(refusal: ApiError, values: ProfileFormValues): string | undefined {
  if (refusal.code === "NAME_REQUIRED") return "name";
  if (refusal.code.startsWith("USERNAME_")) return "username";
  const field = named(refusal.data, "field");
  if (field !== undefined) return field in values.theme ? `theme.${field}` : field;
  const platform = named(refusal.data, "platform");
  const row = values.socials.findIndex((social) => social.platform === platform);
  return row >= 0 ? `socials.${row}.url` : undefined;
}
