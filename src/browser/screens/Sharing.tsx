import { type ReactNode, useState } from "react";
import type { Profile } from "#src/features/profiles/contract.ts";
import { SharingContext } from "#src/features/profiles/ui/shared/share-profile.ts";
import { ShareDialog } from "#src/features/qr/ui/shared/ShareDialog.tsx";

/** Lends the dialog of sharing to the screens of earlier slices. */
export function Sharing({ children }: { children: ReactNode }) {
  const [shared, setShared] = useState<Profile | null>(null);
  return (
    <SharingContext value={setShared}>
      {children}
      <ShareDialog profile={shared} onClose={() => setShared(null)} />
    </SharingContext>
  );
}
