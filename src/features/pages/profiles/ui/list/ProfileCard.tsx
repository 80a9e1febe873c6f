import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconExternalLink, IconLink, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { DEFAULT_THEME, isSelectable } from "#src/features/pages/profiles/rules.ts";
import { actionLook } from "#src/kit/action.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { lazyDialog, prefetchedComponent } from "#src/kit/lazy.tsx";
import { plural } from "#src/kit/plural.ts";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { ProfileAvatar } from "../shared/ProfileAvatar.tsx";
import { usePageUrls } from "../shared/page-url.ts";
import { useProfileActions } from "../shared/use-profile-actions.ts";
import { Week } from "../shared/Weeks.tsx";
import classes from "./ProfileCard.module.css";
import type { ProfileMenuProps } from "./ProfileMenuItems.tsx";

interface ProfileCardProps {
  profile: Profile;
  selected: boolean;
}

/** Uses plain elements, like `LinkRow`. */
export function ProfileCard({ profile, selected }: ProfileCardProps) {
  const url = usePageUrls().full(profile);
  const mayEdit = useHasPermission("profiles.edit");
  const active = profile.status === "active";
  const off = profile.draft_of ? "Draft" : "Inactive";
  const status = active ? "Active" : off;
  const own = profile.theme_settings.theme_color !== DEFAULT_THEME.theme_color;
  const links = (
    <>
      <IconLink size={18} />
      {plural(profile.link_count, "link")}
    </>
  );

  return (
    <li className={classes.card} data-inactive={!active || profile.staff_hidden !== null || undefined}>
      <div
        className={classes.band}
        style={own ? { background: profile.theme_settings.theme_color } : undefined}
      />
      <div className={classes.face}>
        <ProfileAvatar profile={profile} size={64} />
      </div>
      <div className={classes.menu}>
        <ProfileMenu profile={profile} url={url} />
      </div>
      <div className={classes.line}>
        <span className={classes.name} dir="auto" title={profile.name}>
          {profile.name}
        </span>
        <span className={classes.status}>{profile.staff_hidden ? "Hidden by staff" : status}</span>
        {selected && <span className={classes.selected}>Selected</span>}
      </div>
      {!profile.draft_of && (
        <div className={classes.line}>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className={`plain-link mantine-focus-auto ${classes.address}`}
          >
            /{profile.username}
            <IconExternalLink size={14} aria-label="opens in a new tab" />
          </a>
          <IconButton
            aria-label={`Copy the URL of ${profile.name}`}
            data-hint="Copy URL"
            onClick={() => void copyText(url, "Page URL")}
          >
            <IconCopy size={18} />
          </IconButton>
        </div>
      )}
      <p className={classes.notes} dir="auto">
        {profile.notes}
      </p>
      <Week id={profile.id} className={classes.week} />
      <div className={classes.actions}>
        {isSelectable(profile) ? (
          <Link to={PATHS.links} search={{ profile: profile.id }} {...actionLook("light")}>
            {links}
          </Link>
        ) : (
          <button type="button" disabled {...actionLook("light")}>
            {links}
          </button>
        )}
        {mayEdit && (
          <Link
            to={PATHS.profiles}
            search={(search) => ({ ...search, edit: profile.id })}
            aria-label={`Edit ${profile.name}`}
            {...actionLook("default")}
          >
            <IconPencil size={18} />
            Edit
          </Link>
        )}
      </div>
    </li>
  );
}

const ProfileMenuItems = prefetchedComponent(
  async () => (await import("./ProfileMenuItems.tsx")).ProfileMenuItems,
);
const DuplicateProfileDialog = lazyDialog(
  async () => (await import("../shared/DuplicateProfileDialog.tsx")).DuplicateProfileDialog,
);

function ProfileMenu({ profile, url }: ProfileMenuProps) {
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
