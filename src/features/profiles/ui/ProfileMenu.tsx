import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { dialogWhenNeeded, soonNeeded } from "#src/kit/when-needed.tsx";
import type { ProfileMenuProps } from "./ProfileMenuItems.tsx";
import { useProfileActions } from "./use-profile-actions.ts";

const ProfileMenuItems = soonNeeded(async () => (await import("./ProfileMenuItems.tsx")).ProfileMenuItems);
const DuplicateProfileDialog = dialogWhenNeeded(
  async () => (await import("./DuplicateProfileDialog.tsx")).DuplicateProfileDialog,
);

export function ProfileMenu({ profile, url }: ProfileMenuProps) {
  const actions = useProfileActions();
  const [copying, copy] = useDisclosure(false);
  return (
    <>
      <MenuButton
        button={(button) => (
          <ActionIcon {...button} size={44} aria-label={`More for ${profile.name}`} loading={actions.isBusy}>
            <IconDots size={20} />
          </ActionIcon>
        )}
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
