import { useDebouncedCallback } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { PROFILE_ERRORS, type Profile } from "#src/features/pages/profiles/contract.ts";
import { isScannable, type QrDesign } from "#src/features/pages/profiles/page/qr-design.ts";
import { profilesApi } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { useProfileCache } from "#src/features/pages/profiles/ui/shared/use-profile-actions.ts";
import { isColor } from "#src/lib/colors.ts";

const SAVED_AFTER_MS = 400;

/** The design of a profile's codes, which saves itself. `version` changes with every design that is saved. */
export function useQrDesign(profile: Profile) {
  const [design, setDesign] = useState(profile.qr_design);
  const { keep } = useProfileCache();
  const saving = useMutation(profilesApi.update.mutationOptions({ onSuccess: keep }));
  const save = useDebouncedCallback((next: QrDesign) => {
    saving.mutate({ id: profile.id, qr_design: next });
  }, SAVED_AFTER_MS);
  const isWhole = [design.dark, design.light].every(isColor);
  const change = (next: QrDesign) => {
    setDesign(next);
    // Half a color, as typed, has nothing to be saved yet.
    if ([next.dark, next.light].every(isColor) && isScannable(next)) save(next);
  };
  const error =
    isWhole && !isScannable(design) ? PROFILE_ERRORS.QR_UNSCANNABLE.message : saving.error?.message;
  return { design, change, error, version: JSON.stringify(saving.data?.qr_design ?? profile.qr_design) };
}
