import { type ReactNode, useCallback, useState } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { SharingContext } from "#src/features/profiles/ui/shared/share-profile.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";

const ShareDialog = lazyComponent(
  async () => (await import("#src/features/qr/ui/shared/ShareDialog.tsx")).ShareDialog,
);

/** Provides the share dialog to the screens of earlier slices. */
export function ShareDialogHost({ children }: { children: ReactNode }) {
  const [shared, setShared] = useState<Profile | null>(null);
  const [isWanted, setWanted] = useState(false);
  const share = useCallback((profile: Profile) => {
    setWanted(true);
    setShared(profile);
  }, []);
  return (
    <SharingContext value={share}>
      {children}
      {isWanted && <ShareDialog profile={shared} onClose={() => setShared(null)} />}
    </SharingContext>
  );
}
