import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { chooseSelected } from "#src/features/profiles/rules.ts";
import { tellFailure } from "#src/kit/notices.tsx";
import { profilesQuery } from "./profile-queries.ts";

const REMEMBERED_KEY = "fanfare.profile";

/** The last profile selected in this browser; null if storage is off. */
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
    // Without storage the selection lives in the URL alone.
  }
}

const NO_PROFILES: Profile[] = [];

/**
 * The profile the dashboard works on: the one being edited, else the one in the URL, else the last one used, else the
 * first active one (spec §4).
 */
export function useSelectedProfile() {
  const { data, isPending, error, refetch } = useQuery(profilesQuery());
  const { edit, profile } = useSearch({ strict: false });
  const profiles = data?.items ?? NO_PROFILES;
  const edited = profiles.find(({ id, status }) => id === edit && status === "active")?.id;
  return {
    profiles,
    selected: chooseSelected(profiles, edited ?? profile ?? rememberedProfile()),
    isPending,
    error,
    refetch,
  };
}

/** Selects a profile and stays on the same screen, in the editor too; an inactive one is refused (spec §4). */
export function useSelectProfile() {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (profile: Pick<Profile, "id" | "status">) => {
      if (profile.status !== "active") {
        tellFailure({ message: "Cannot select an inactive profile. Please activate it first." });
        return;
      }
      rememberProfile(profile.id);
      const isOnProfiles = router.state.location.pathname === "/dashboard/profiles";
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
