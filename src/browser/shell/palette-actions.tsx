import type { MantineColorScheme } from "@mantine/core";
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import {
  IconApi,
  IconDeviceDesktop,
  IconFileText,
  IconHelp,
  IconKey,
  IconLink,
  IconLogout,
  IconMoon,
  IconPencil,
  IconPlayerPlay,
  IconSun,
  IconTrash,
} from "@tabler/icons-react";
import type { UseNavigateResult } from "@tanstack/react-router";
import { grantOf, type Principal } from "#src/features/identity/team/rules.ts";
import type { Plans } from "#src/features/money/entitlements/rules.ts";
import type { LinkName } from "#src/features/pages/links/contract.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { ProfileAvatar } from "#src/features/pages/profiles/ui/shared/ProfileAvatar.tsx";
import type { SearchEntry } from "#src/features/public/site/page/help-search.ts";
import type { Permission } from "#src/lib/access.ts";
import { articlePath, PATHS } from "#src/lib/paths.ts";
import { SCREENS } from "../screens.ts";
import { STAFF_SCREENS } from "../staff-screens.ts";
import { creations } from "./palette-creations.tsx";
import { paletteScreens, settingsSections } from "./screen-lists.ts";

interface PaletteParts {
  me: Principal | undefined;
  plans: Plans | undefined;
  profiles: readonly Profile[];
  links: readonly LinkName[];
  articles: readonly SearchEntry[];
  profileActions: readonly SpotlightActionData[];
  sections: readonly SpotlightActionData[];
  navigate: UseNavigateResult<string>;
  select: (profile: Profile) => void;
  activate: (profile: Profile) => void;
  setColorScheme: (scheme: MantineColorScheme) => void;
  signOut: () => void;
}

export function paletteActions(parts: PaletteParts): SpotlightActionGroupData[] {
  return [
    {
      group: "Actions",
      actions: [...parts.profileActions, ...activations(parts), ...creations(parts.navigate, parts.me?.off)],
    },
    { group: "Go to", actions: screens(parts) },
    { group: "Profiles", actions: switches(parts) },
    { group: "Settings", actions: settings(parts) },
    { group: "Edit", actions: [...parts.sections, ...editors(parts)] },
    { group: "Links", actions: links(parts) },
    { group: "Help", actions: articles(parts) },
  ]
    .map(({ group, actions }) => ({ group, actions: actions.filter(({ id = "" }) => isFor(parts.me, id)) }))
    .filter((group) => group.actions.length > 0);
}

const NEEDS: readonly [id: RegExp, permission: Permission][] = [
  [/^(create-profile|duplicate|deactivate)$|^(activate|edit|section)-/, "profiles.edit"],
  [/^(trash|delete)$/, "profiles.delete"],
  [/^create-link$/, "links.edit"],
  [/^export-analytics$/, "analytics.export"],
  [/^export-leads$/, "leads.export"],
  [/^create-(campaign|template)$/, "mail.send"],
  [/^create-mailbox$/, "connections.manage"],
  [/^(invite|create-key)$/, "team.manage"],
];

function isFor(me: Principal | undefined, id: string): boolean {
  const needed = NEEDS.find(([known]) => known.test(id))?.[1];
  return needed === undefined || (me !== undefined && grantOf(me.account.role, needed) !== undefined);
}

export function openTab(path: string): void {
  window.open(path, "_blank", "noopener");
}

function screens({ me, navigate }: PaletteParts): SpotlightActionData[] {
  const items = paletteScreens(me, [...SCREENS, ...STAFF_SCREENS]).map(({ path, label, keywords, Icon }) => ({
    id: path,
    label,
    keywords,
    leftSection: <Icon size={20} />,
    onClick: () => void navigate({ to: path }),
  }));
  return [
    ...items,
    {
      id: "trash",
      label: "Trash",
      keywords: "deleted profiles restore undelete recover bin removed",
      leftSection: <IconTrash size={20} />,
      onClick: () => void navigate({ to: PATHS.profiles, search: { trash: "yes" } }),
    },
    {
      id: "help",
      label: "Help",
      keywords: "support docs documentation manual faq question how guide articles",
      leftSection: <IconHelp size={20} />,
      onClick: () => openTab(PATHS.help),
    },
    {
      id: "api",
      label: "API documentation",
      keywords: "developer rest openapi docs",
      leftSection: <IconApi size={20} />,
      onClick: () => openTab(PATHS.apiDocs),
    },
  ];
}

function placeOf({ username, status }: Profile): string {
  const path = `/${username}`;
  return status === "inactive" ? `${path} · inactive` : path;
}

function switches({ profiles, select }: PaletteParts): SpotlightActionData[] {
  return profiles.map((profile) => ({
    id: profile.id,
    label: profile.name,
    description: placeOf(profile),
    keywords: "profile switch select change",
    leftSection: <ProfileAvatar profile={profile} size={32} />,
    onClick: () => select(profile),
  }));
}

function activations({ profiles, activate }: PaletteParts): SpotlightActionData[] {
  return profiles
    .filter(({ status }) => status === "inactive")
    .map((profile) => ({
      id: `activate-${profile.id}`,
      label: `Activate ${profile.name}`,
      description: `/${profile.username}`,
      keywords: "enable publish online resume reactivate profile page",
      leftSection: <IconPlayerPlay size={20} />,
      onClick: () => activate(profile),
    }));
}

function editors({ profiles, navigate }: PaletteParts): SpotlightActionData[] {
  return profiles.map((profile) => ({
    id: `edit-${profile.id}`,
    label: `Edit ${profile.name}`,
    description: `/${profile.username}`,
    keywords: "profile page change settings",
    leftSection: <IconPencil size={20} />,
    onClick: () => void navigate({ to: PATHS.profiles, search: { edit: profile.id } }),
  }));
}

function links({ links: all, profiles, navigate }: PaletteParts): SpotlightActionData[] {
  const names = new Map(profiles.map(({ id, name }) => [id, name]));
  return all.map(({ id, profile_id, title, url }) => ({
    id: `link-${id}`,
    label: title,
    description: `${names.get(profile_id) ?? ""} · ${url}`,
    keywords: "link edit",
    leftSection: <IconLink size={20} />,
    onClick: () => void navigate({ to: PATHS.links, search: { profile: profile_id, edit: id } }),
  }));
}

function articles({ articles: all }: PaletteParts): SpotlightActionData[] {
  return all.map(({ slug, title, summary, keywords }) => ({
    id: `help-${slug}`,
    label: title,
    description: summary,
    keywords: `${keywords} help`,
    leftSection: <IconFileText size={20} />,
    onClick: () => openTab(articlePath(slug)),
  }));
}

const SCHEMES = [
  { value: "light", label: "Light", Icon: IconSun, keywords: "day bright" },
  { value: "dark", label: "Dark", Icon: IconMoon, keywords: "night black" },
  { value: "auto", label: "System", Icon: IconDeviceDesktop, keywords: "automatic device" },
] as const;

function settings({ me, plans, navigate, setColorScheme, signOut }: PaletteParts): SpotlightActionData[] {
  const sections = settingsSections(me, plans).map(({ path, label, keywords, Icon }) => ({
    id: path,
    label: `${label} settings`,
    keywords,
    leftSection: <Icon size={20} />,
    onClick: () => void navigate({ to: path }),
  }));
  const schemes = SCHEMES.map(({ value, label, Icon, keywords }) => ({
    id: `scheme-${value}`,
    label: `${label} color scheme`,
    keywords: `${keywords} mode theme appearance dashboard switch`,
    leftSection: <Icon size={20} />,
    onClick: () => setColorScheme(value),
  }));
  return [
    ...sections,
    ...schemes,
    {
      id: "password",
      label: "Reset password",
      keywords: "change forgot account security sign in login",
      leftSection: <IconKey size={20} />,
      onClick: () => void navigate({ to: PATHS.forgotPassword }),
    },
    {
      id: "sign-out",
      label: "Sign out",
      keywords: "log out logout exit leave account",
      leftSection: <IconLogout size={20} />,
      onClick: signOut,
    },
  ];
}
