import { useDisclosure } from "@mantine/hooks";
import { lazyDialog, prefetchedComponent } from "#src/kit/lazy.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import type { ProfileMenuProps } from "./ProfileMenuItems.tsx";
import { useProfileActions } from "./shared/use-profile-actions.ts";

const ProfileMenuItems = prefetchedComponent(
  async () => (await import("./ProfileMenuItems.tsx")).ProfileMenuItems,
);
const DuplicateProfileDialog = lazyDialog(
  async () => (await import("./shared/DuplicateProfileDialog.tsx")).DuplicateProfileDialog,
);

export function ProfileMenu({ profile, url }: ProfileMenuProps) {
  const actions = useProfileActions();
  const [copying, copy] = useDisclosure(false);
  return (
    <>
      <RowMenuButton
        of={profile.name}
        isBusy={actions.isBusy}
        menu={(anchor) => (
          <ProfileMenuItems
            profile={profile}
            url={url}
            actions={actions}
            onDuplicate={copy.open}
            anchor={anchor}
          />
        )}
      />
      <DuplicateProfileDialog profile={profile} opened={copying} onClose={copy.close} />
    </>
  );
}
