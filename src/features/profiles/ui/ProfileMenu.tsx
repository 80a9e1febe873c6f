import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare2,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Profile } from "#src/features/profiles/contract.ts";
import { RESTORE_DAYS } from "#src/features/profiles/rules.ts";
import { confirm } from "#src/kit/confirm.ts";
import { copyText } from "#src/kit/copy.ts";
import { DuplicateProfileDialog } from "./DuplicateProfileDialog.tsx";
import { useShareProfile } from "./shared/share-profile.ts";
import { useProfileActions } from "./use-profile-actions.ts";

interface ProfileMenuProps {
  profile: Profile;
  /** Of its public page. */
  address: string;
}

const ICON = { size: 18, stroke: 1.75 };

export function ProfileMenu({ profile, address }: ProfileMenuProps) {
  const { setStatus, remove } = useProfileActions();
  const share = useShareProfile();
  const [copying, copy] = useDisclosure(false);
  const active = profile.status === "active";
  const toggle = () => setStatus.mutate({ id: profile.id, status: active ? "inactive" : "active" });
  const askAndRemove = async () => {
    const sure = await confirm({
      title: `Delete "${profile.name}"?`,
      message: `Its page disappears at once. You can bring it back within ${RESTORE_DAYS} days.`,
      confirm: "Delete profile",
      danger: true,
    });
    if (sure) remove.mutate({ id: profile.id });
  };

  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon
            size={44}
            aria-label={`More for ${profile.name}`}
            loading={setStatus.isPending || remove.isPending}
          >
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil {...ICON} />}
            renderRoot={(props) => (
              <Link
                to="/dashboard/profiles"
                search={(search) => ({ ...search, edit: profile.id })}
                {...props}
              />
            )}
          >
            Edit
          </Menu.Item>
          <Menu.Item
            component="a"
            href={address}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink {...ICON} />}
          >
            Open page
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy {...ICON} />}
            onClick={() => void copyText(address, "Page address")}
          >
            Copy address
          </Menu.Item>
          {share && (
            <Menu.Item leftSection={<IconShare2 {...ICON} />} onClick={() => share(profile)}>
              Share
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={copy.open}>
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={active ? <IconPlayerPause {...ICON} /> : <IconPlayerPlay {...ICON} />}
            onClick={toggle}
          >
            {active ? "Deactivate" : "Activate"}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...ICON} />}
            onClick={askAndRemove}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DuplicateProfileDialog profile={profile} opened={copying} onClose={copy.close} />
    </>
  );
}
