import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { chooseSelected } from "#src/features/profiles/rules.ts";
import { tellFailure } from "#src/kit/notices.tsx";
import { profilesQuery } from "./profile-queries.ts";

const REMEMBERED_KEY = "fanfare.profile";

/** The last selection of this browser; null where storage is switched off. */
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
    // Without storage the selection lives in the address alone.
  }
}

const NO_PROFILES: Profile[] = [];

/** The profile that the dashboard works on: the one in the address, else the remembered one, else the first active (spec §4). */
export function useSelectedProfile() {
  const { data, isPending, error, refetch } = useQuery(profilesQuery());
  const inAddress = useSearch({ strict: false }).profile;
  const profiles = data?.items ?? NO_PROFILES;
  return {
    profiles,
    selected: chooseSelected(profiles, inAddress ?? rememberedProfile()),
    isPending,
    error,
    refetch,
  };
}

/** Selects a profile in the address and remembers it; an inactive one is refused (spec §4). */
export function useSelectProfile() {
  const navigate = useNavigate();
  return useCallback(
    (profile: Pick<Profile, "id" | "status">) => {
      if (profile.status !== "active") {
        tellFailure({ message: "Cannot select an inactive profile. Please activate it first." });
        return;
      }
      rememberProfile(profile.id);
      void navigate({ to: ".", search: { profile: profile.id } });
    },
    [navigate],
  );
}
