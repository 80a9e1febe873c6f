import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import {
  rememberProfile,
  useSelectedProfile,
} from "#src/features/profiles/ui/shared/use-selected-profile.ts";
import { tellFailure } from "#src/kit/notices.tsx";

/** Keeps `?profile=` in step with the selection, so that every URL leads back to the same view (spec §4). */
export function useSelectionInAddress(): void {
  const { profiles, selected, isPending } = useSelectedProfile();
  const asked = useSearch({ strict: false }).profile;
  const navigate = useNavigate();
  const router = useRouter();
  const last = useRef<string | undefined>(undefined);

  useEffect(() => {
    if (isPending) return;
    const refused = profiles.some((profile) => profile.id === asked && profile.status === "inactive");
    // A selected profile that has just been deactivated was not asked for again.
    if (refused && asked !== last.current) {
      tellFailure({ message: "Cannot select an inactive profile. Please activate it first." });
    }
    last.current = selected?.id;
    rememberProfile(selected?.id ?? null);
    if (selected?.id === asked) return;
    void navigate({
      // Not ".", which leads away from a URL where there is nothing.
      to: router.state.location.pathname,
      replace: true,
      ignoreBlocker: true,
      search: (search) => ({ ...search, profile: selected?.id }),
    });
  }, [profiles, selected?.id, asked, isPending, navigate, router]);
}
