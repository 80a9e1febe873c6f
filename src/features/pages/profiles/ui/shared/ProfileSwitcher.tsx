import { Skeleton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { prefetchedComponent } from "#src/kit/lazy.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { NamedProfile } from "./NamedProfile.tsx";
import classes from "./ProfileSwitcher.module.css";
import { useSelectedProfile } from "./use-selected-profile.ts";

const ProfileSwitcherMenu = prefetchedComponent(
  async () => (await import("./ProfileSwitcherMenu.tsx")).ProfileSwitcherMenu,
);

/** Shows the profile that the dashboard works on, and changes it. */
export function ProfileSwitcher() {
  const { selected, isPending } = useSelectedProfile();
  if (isPending) return <Skeleton height={44} radius="md" />;
  return (
    <MenuButton
      button={(button) => (
        <button type="button" {...button} className={`plain-button mantine-focus-auto ${classes.target}`}>
          {selected ? <NamedProfile profile={selected} /> : "No active profile"}
          <span className="only-heard">Switch profile</span>
          <IconSelector size={18} className={classes.arrow} />
        </button>
      )}
      menu={(anchor) => <ProfileSwitcherMenu anchor={anchor} />}
    />
  );
}
