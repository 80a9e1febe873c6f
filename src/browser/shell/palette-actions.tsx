import type { SpotlightActionGroupData } from "@mantine/spotlight";
import {
  IconCopy,
  IconExternalLink,
  IconLinkPlus,
  IconLogout,
  IconPlus,
  IconSunMoon,
} from "@tabler/icons-react";
import type { UseNavigateResult } from "@tanstack/react-router";
import type { Profile } from "#src/features/profiles/contract.ts";
import { ProfileAvatar } from "#src/features/profiles/ui/shared/ProfileAvatar.tsx";
import { pageAddress } from "#src/features/profiles/ui/shared/page-address.ts";
import { copyText } from "#src/kit/copy.ts";
import { navItems } from "./nav-items.ts";

interface PaletteParts {
  role: string | undefined;
  profiles: readonly Profile[];
  selected: Profile | undefined;
  publicUrl: string;
  navigate: UseNavigateResult<string>;
  select: (profile: Profile) => void;
  toggleColorScheme: () => void;
  signOut: () => void;
}

/** What the palette offers, in groups. */
export function paletteActions(parts: PaletteParts): SpotlightActionGroupData[] {
  return [
    { group: "Go to", actions: pages(parts) },
    { group: "Do", actions: [...creations(parts), ...pageActions(parts), ...settings(parts)] },
    { group: "Switch profile", actions: switches(parts) },
  ].filter((group) => group.actions.length > 0);
}

function pages({ role, navigate }: PaletteParts) {
  return navItems(role).map(({ to, label, Icon }) => ({
    id: to,
    label,
    leftSection: <Icon size={20} />,
    onClick: () => void navigate({ to }),
  }));
}

function creations({ navigate, selected }: PaletteParts) {
  const profile = {
    id: "create-profile",
    label: "Create a profile",
    keywords: ["new", "add", "page"],
    leftSection: <IconPlus size={20} />,
    onClick: () => void navigate({ to: "/dashboard/profiles", search: { create: "yes" } }),
  };
  const link = {
    id: "create-link",
    label: "Add a link",
    keywords: ["new", "create", "url"],
    leftSection: <IconLinkPlus size={20} />,
    onClick: () => void navigate({ to: "/dashboard/links", search: { create: "yes" } }),
  };
  return selected ? [link, profile] : [profile];
}

function pageActions({ selected, publicUrl }: PaletteParts) {
  if (!selected) return [];
  const address = pageAddress(publicUrl, selected.username);
  return [
    {
      id: "open-page",
      label: "Open your public page",
      description: address,
      leftSection: <IconExternalLink size={20} />,
      onClick: () => void window.open(address, "_blank", "noopener"),
    },
    {
      id: "copy-address",
      label: "Copy the address of your page",
      leftSection: <IconCopy size={20} />,
      onClick: () => void copyText(address, "Page address"),
    },
  ];
}

function settings({ toggleColorScheme, signOut }: PaletteParts) {
  return [
    {
      id: "color-scheme",
      label: "Switch between light and dark",
      keywords: ["theme", "night"],
      leftSection: <IconSunMoon size={20} />,
      onClick: toggleColorScheme,
    },
    { id: "sign-out", label: "Sign out", leftSection: <IconLogout size={20} />, onClick: signOut },
  ];
}

function switches({ profiles, select }: PaletteParts) {
  return profiles.map((profile) => ({
    id: profile.id,
    label: profile.name,
    description: `/${profile.username}${profile.status === "inactive" ? " · inactive" : ""}`,
    leftSection: <ProfileAvatar profile={profile} size={32} />,
    onClick: () => select(profile),
  }));
}
