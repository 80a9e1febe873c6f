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
import { copyText } from "#src/kit/copy.ts";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { useShareProfile } from "./shared/share-profile.ts";
import { useProfileActions } from "./use-profile-actions.ts";

const DuplicateProfileDialog = dialogWhenNeeded(
  async () => (await import("./DuplicateProfileDialog.tsx")).DuplicateProfileDialog,
);

interface ProfileMenuProps {
  profile: Profile;
  /** Of its public page. */
  url: string;
}

const ICON = { size: 18, stroke: 1.75 };

export function ProfileMenu({ profile, url }: ProfileMenuProps) {
  const { setStatus, askToRemove, isBusy } = useProfileActions();
  const share = useShareProfile();
  const [copying, copy] = useDisclosure(false);
  const active = profile.status === "active";
  const toggle = () => setStatus.mutate({ id: profile.id, status: active ? "inactive" : "active" });

  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon size={44} aria-label={`More for ${profile.name}`} loading={isBusy}>
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
            href={url}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink {...ICON} />}
          >
            View page
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => void copyText(url, "Page URL")}>
            Copy URL
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
            onClick={() => void askToRemove(profile)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DuplicateProfileDialog profile={profile} opened={copying} onClose={copy.close} />
    </>
  );
}
