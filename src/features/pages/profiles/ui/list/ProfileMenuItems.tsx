import { Menu } from "@mantine/core";
import {
  IconCopy,
  IconCopyPlus,
  IconDownload,
  IconExternalLink,
  IconFileZip,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare2,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useCanAddProfiles, useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { forAccount } from "#src/kit/active-account.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { API_PATH, PATHS } from "#src/lib/paths.ts";
import { useShareProfile } from "../shared/share-profile.ts";
import type { useProfileActions } from "../shared/use-profile-actions.ts";

export interface ProfileMenuProps {
  profile: Profile;
  url: string;
}

interface ProfileMenuItemsProps extends ProfileMenuProps {
  actions: ReturnType<typeof useProfileActions>;
  onDuplicate: () => void;
  anchor: MenuAnchor;
}

const ICON = { size: 18, stroke: 1.75 };

export function ProfileMenuItems({ profile, url, actions, onDuplicate, anchor }: ProfileMenuItemsProps) {
  const share = useShareProfile();
  const mayAdd = useCanAddProfiles();
  const mayEdit = useHasPermission("profiles.edit");
  const mayDelete = useHasPermission("profiles.delete");
  const active = profile.status === "active";
  const toggle = () => actions.setStatus.mutate({ id: profile.id, status: active ? "inactive" : "active" });
  return (
    <LazyMenu anchor={anchor}>
      {mayEdit && (
        <Menu.Item
          leftSection={<IconPencil {...ICON} />}
          renderRoot={(props) => (
            <Link to={PATHS.profiles} search={(search) => ({ ...search, edit: profile.id })} {...props} />
          )}
        >
          Edit
        </Menu.Item>
      )}
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
      {mayAdd && (
        <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={onDuplicate}>
          Duplicate
        </Menu.Item>
      )}
      <Menu.Item
        component="a"
        href={forAccount(`${API_PATH}/profiles/${profile.id}/export`)}
        download={`${profile.username}.json`}
        leftSection={<IconDownload {...ICON} />}
      >
        Export as a file
      </Menu.Item>
      <Menu.Item
        component="a"
        href={forAccount(`${API_PATH}/profiles/${profile.id}/site`)}
        download={`${profile.username}.zip`}
        leftSection={<IconFileZip {...ICON} />}
      >
        Export as a website
      </Menu.Item>
      {mayEdit && (
        <Menu.Item
          leftSection={active ? <IconPlayerPause {...ICON} /> : <IconPlayerPlay {...ICON} />}
          onClick={toggle}
        >
          {active ? "Deactivate" : "Activate"}
        </Menu.Item>
      )}
      {mayDelete && (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash {...ICON} />}
            onClick={() => void actions.askToRemove(profile)}
          >
            Delete
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}
