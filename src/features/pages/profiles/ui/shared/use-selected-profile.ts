import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { chooseSelected, isSelectable } from "#src/features/pages/profiles/rules.ts";
import { toastFailure } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { profilesQuery } from "./profile-queries.ts";

const REMEMBERED_KEY = "fanfare.profile";

/** Returns the last profile selected in this browser; null if storage is off. */
export function rememberedProfile(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_KEY);
  } catch {
    return null;
  }
}

export function rememberProfile(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(REMEMBERED_KEY);
    else localStorage.setItem(REMEMBERED_KEY, id);
  } catch {
    // Without storage, the selection is only in the URL.
  }
}

const NO_PROFILES: Profile[] = [];

interface Asked {
  edit?: string | undefined;
  profile?: string | undefined;
}

/**
 * Picks the profile that the dashboard works on: the one being edited, else the one in the URL, else the last
 * one used, else the first active one (spec §4).
 */
export function selectedOf(profiles: readonly Profile[], { edit, profile }: Asked): Profile | undefined {
  const edited = profiles.find((one) => one.id === edit && isSelectable(one))?.id;
  return chooseSelected(profiles, edited ?? profile ?? rememberedProfile());
}

export function useSelectedProfile() {
  const maySee = useHasPermission("profiles.see");
  const { data, isPending, error, refetch } = useQuery({ ...profilesQuery(), enabled: maySee });
  const asked = useSearch({ strict: false });
  const profiles = data?.items ?? NO_PROFILES;
  return {
    profiles,
    selected: selectedOf(profiles, asked),
    isPending,
    error,
    refetch,
  };
}

/** Selects a profile without leaving the screen, even in the editor. Refuses an inactive one (spec §4). */
export function useSelectProfile() {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (profile: Pick<Profile, "id" | "status" | "draft_of">) => {
      if (!isSelectable(profile)) {
        toastFailure({ message: "Cannot select an inactive profile. Please activate it first." });
        return;
      }
      rememberProfile(profile.id);
      const isOnProfiles = router.state.location.pathname === PATHS.profiles;
      void navigate({
        to: ".",
        search: ({ create: _, edit, ...search }) => ({
          ...search,
          profile: profile.id,
          ...(isOnProfiles && edit && { edit: profile.id }),
        }),
      });
    },
    [navigate, router],
  );
}
