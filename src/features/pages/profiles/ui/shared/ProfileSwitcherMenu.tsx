import { Menu } from "@mantine/core";
import { IconCheck, IconPlus, IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useCanAddProfiles } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import type { MenuAnchor } from "#src/kit/MenuButton.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { NamedProfile } from "./NamedProfile.tsx";
import classes from "./ProfileSwitcher.module.css";
import { useSelectedProfile, useSelectProfile } from "./use-selected-profile.ts";

/** Longer menus take long to open, and nobody finds anything in them. */
const SHOWN_MAX = 50;

/** Profiles to choose from, the selected one among them, and a button for a new one. */
export function ProfileSwitcherMenu({ anchor }: { anchor: MenuAnchor }) {
  const { profiles, selected } = useSelectedProfile();
  const select = useSelectProfile();
  const navigate = useNavigate();
  const mayAdd = useCanAddProfiles();
  const newest = profiles.slice(0, SHOWN_MAX);
  const shown = selected && !newest.includes(selected) ? [selected, ...newest] : newest;
  const create = () => navigate({ to: PATHS.profiles, search: { create: "yes" } });
  return (
    <LazyMenu anchor={anchor} position="bottom-start" width="target" minWidth={230}>
      <div className={classes.list}>
        {shown.map((profile) => (
          <Menu.Item
            key={profile.id}
            className={classes.item}
            onClick={() => select(profile)}
            rightSection={profile.id === selected?.id && <IconCheck size={18} aria-label="selected" />}
          >
            <NamedProfile profile={profile} />
          </Menu.Item>
        ))}
      </div>
      {shown.length < profiles.length && (
        <Menu.Item
          leftSection={<IconSearch size={18} />}
          onClick={() => void navigate({ to: PATHS.profiles })}
        >
          Find another profile
        </Menu.Item>
      )}
      {mayAdd && (
        <>
          {profiles.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconPlus size={18} />} onClick={create}>
            New profile
          </Menu.Item>
        </>
      )}
    </LazyMenu>
  );
}
