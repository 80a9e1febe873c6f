import type { SpotlightActionData } from "@mantine/spotlight";
import {
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconFileExport,
  IconLinkPlus,
  IconPlayerPause,
  IconPlus,
  IconShare2,
  IconTrash,
} from "@tabler/icons-react";
import type { UseNavigateResult } from "@tanstack/react-router";
import { linkLimitMessage, profileLimitMessage } from "#src/features/money/entitlements/rules.ts";
import type { Profile } from "#src/features/pages/profiles/contract.ts";
import { SECTION_KEYS, SECTIONS } from "#src/features/pages/profiles/ui/shared/editor-sections.ts";
import { copyText } from "#src/kit/copy-text.ts";
import { PATHS } from "#src/lib/paths.ts";
import { openTab } from "./palette-actions.tsx";

interface ProfileParts {
  selected: Profile | undefined;
  url: string;
  linkLimit: number;
  /** The maximum number of profiles. Undefined while there's room. */
  fullAt: number | undefined;
  navigate: UseNavigateResult<string>;
  share: ((profile: Profile) => void) | null;
  duplicate: (profile: Profile) => void;
  deactivate: (profile: Profile) => void;
  remove: (profile: Profile) => void;
}

/** Actions on the selected profile, and adding another one. */
export function profileActions(parts: ProfileParts): SpotlightActionData[] {
  const { selected, fullAt, navigate } = parts;
  const create: SpotlightActionData = {
    id: "create-profile",
    label: "New profile",
    ...(fullAt !== undefined && { description: profileLimitMessage(fullAt) }),
    keywords: "create add make page another",
    leftSection: <IconPlus size={20} />,
    onClick: () => void navigate({ to: PATHS.profiles, search: { create: "yes" } }),
  };
  if (!selected) return [create];
  return [addLink(selected, parts), ...visits(selected, parts), create, ...rarely(selected, parts)];
}

function addLink({ link_count }: Profile, { linkLimit, navigate }: ProfileParts): SpotlightActionData {
  return {
    id: "create-link",
    label: "Add link",
    // The screen explains this too, along with the remedy.
    ...(link_count >= linkLimit && { description: linkLimitMessage(linkLimit) }),
    keywords: "new create url button",
    leftSection: <IconLinkPlus size={20} />,
    onClick: () => void navigate({ to: PATHS.links, search: { create: "yes" } }),
  };
}

function visits(selected: Profile, { url, share }: ProfileParts): SpotlightActionData[] {
  const sharing: SpotlightActionData = {
    id: "share",
    label: "Share page",
    keywords: "qr code png svg vcard print download send",
    leftSection: <IconShare2 size={20} />,
    onClick: () => share?.(selected),
  };
  return [
    {
      id: "open-page",
      label: "View page",
      description: url,
      keywords: "open public visit preview see profile",
      leftSection: <IconExternalLink size={20} />,
      onClick: () => openTab(url),
    },
    {
      id: "copy-url",
      label: "Copy page URL",
      keywords: "address link clipboard",
      leftSection: <IconCopy size={20} />,
      onClick: () => void copyText(url, "Page URL"),
    },
    ...(share ? [sharing] : []),
  ];
}

function rarely(selected: Profile, parts: ProfileParts): SpotlightActionData[] {
  const { navigate, duplicate, deactivate, remove } = parts;
  return [
    {
      id: "export-analytics",
      label: "Export analytics",
      keywords: "download csv json statistics clicks report",
      leftSection: <IconFileExport size={20} />,
      onClick: () => void navigate({ to: PATHS.analytics, search: { open: "export" } }),
    },
    {
      id: "export-leads",
      label: "Export leads",
      keywords: "download csv fans contacts e-mail email list",
      leftSection: <IconFileExport size={20} />,
      onClick: () => void navigate({ to: PATHS.leads, search: { open: "export" } }),
    },
    {
      id: "duplicate",
      label: `Duplicate ${selected.name}`,
      keywords: "copy clone profile",
      leftSection: <IconCopyPlus size={20} />,
      onClick: () => duplicate(selected),
    },
    {
      id: "deactivate",
      label: `Deactivate ${selected.name}`,
      keywords: "pause disable hide unpublish offline inactive profile page",
      leftSection: <IconPlayerPause size={20} />,
      onClick: () => deactivate(selected),
    },
    {
      id: "delete",
      label: `Move ${selected.name} to trash…`,
      keywords: "delete remove profile page",
      leftSection: <IconTrash size={20} />,
      onClick: () => remove(selected),
    },
  ];
}

export function sectionActions(
  selected: Profile | undefined,
  navigate: UseNavigateResult<string>,
): SpotlightActionData[] {
  if (!selected) return [];
  return SECTION_KEYS.map((key) => {
    const { label, keywords, Icon } = SECTIONS[key];
    return {
      id: `section-${key}`,
      label,
      description: `Edit ${selected.name}`,
      keywords: `edit change settings ${keywords}`,
      leftSection: <Icon size={20} />,
      onClick: () =>
        void navigate({
          to: PATHS.profiles,
          search: { profile: selected.id, edit: selected.id, tab: key },
        }),
    };
  });
}
