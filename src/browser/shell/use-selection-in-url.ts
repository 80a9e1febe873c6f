import type { QueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { isSelectable } from "#src/features/pages/profiles/rules.ts";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import {
  rememberProfile,
  selectedOf,
  useSelectedProfile,
} from "#src/features/pages/profiles/ui/shared/use-selected-profile.ts";
import { toastFailure } from "#src/kit/toasts.tsx";

/**
 * Adds the selected profile to the URL before the router reads it. Doing it later would render every screen
 * twice.
 */
export function addSelectionToUrl(queries: QueryClient): void {
  const profiles = queries.getQueryData(profilesQuery().queryKey)?.items;
  const url = new URL(location.href);
  if (!profiles || url.searchParams.has("profile")) return;
  const selected = selectedOf(profiles, { edit: url.searchParams.get("edit") ?? undefined });
  if (!selected) return;
  url.searchParams.set("profile", selected.id);
  history.replaceState(history.state, "", url);
}

/** Keeps `?profile=` in sync with the selection, so that every URL leads back to the same view (spec §4). */
export function useSelectionInUrl(): void {
  const { profiles, selected, isPending } = useSelectedProfile();
  const asked = useSearch({ strict: false }).profile;
  const navigate = useNavigate();
  const router = useRouter();
  const last = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (isPending) return;
    const refused = profiles.some((profile) => profile.id === asked && !isSelectable(profile));
    // A selected profile that was just deactivated isn't a new request for it.
    if (refused && asked !== last.current) {
      toastFailure({ message: "Cannot select an inactive profile. Please activate it first." });
    }
    last.current = selected?.id;
    rememberProfile(selected?.id ?? null);
    if (selected?.id === asked) return;
    void navigate({
      // Not ".", which navigates away from an unknown URL.
      to: router.state.location.pathname,
      replace: true,
      ignoreBlocker: true,
      search: (search) => ({ ...search, profile: selected?.id }),
    });
  }, [profiles, selected?.id, asked, isPending, navigate, router]);
}
