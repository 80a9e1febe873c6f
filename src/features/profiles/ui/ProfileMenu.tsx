import { useDisclosure } from "@mantine/hooks";
import { MoreButton } from "#src/kit/MoreButton.tsx";
import { dialogWhenNeeded, soonNeeded } from "#src/kit/when-needed.tsx";
import type { ProfileMenuProps } from "./ProfileMenuItems.tsx";
import { useProfileActions } from "./shared/use-profile-actions.ts";

const ProfileMenuItems = soonNeeded(async () => (await import("./ProfileMenuItems.tsx")).ProfileMenuItems);
const DuplicateProfileDialog = dialogWhenNeeded(
  async () => (await import("./shared/DuplicateProfileDialog.tsx")).DuplicateProfileDialog,
);

export function ProfileMenu({ profile, url }: ProfileMenuProps) {
  const actions = useProfileActions();
  const [copying, copy] = useDisclosure(false);
  return (
    <>
      <MoreButton
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
