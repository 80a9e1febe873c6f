import type { SpotlightActionData } from "@mantine/spotlight";
import { IconAt, IconKey, IconSend, IconTemplate, IconUserPlus, type TablerIcon } from "@tabler/icons-react";
import type { UseNavigateResult } from "@tanstack/react-router";
import type { Feature } from "#src/lib/feature-switches.ts";
import { PATHS } from "#src/lib/paths.ts";

interface Creation {
  id: string;
  label: string;
  keywords: string;
  to: string;
  Icon: TablerIcon;
  /** The part of the product that it needs, if that can be off. */
  feature?: Feature;
}

const CREATIONS: readonly Creation[] = [
  {
    id: "create-campaign",
    label: "New campaign",
    keywords: "create add write send e-mail email newsletter broadcast",
    to: PATHS.campaigns,
    Icon: IconSend,
    feature: "campaigns",
  },
  {
    id: "create-template",
    label: "New template",
    keywords: "create add write design e-mail email newsletter",
    to: PATHS.templates,
    Icon: IconTemplate,
    feature: "email",
  },
  {
    id: "create-mailbox",
    label: "Add sending account",
    keywords: "new create connect smtp gmail mail server sender",
    to: PATHS.mailboxes,
    Icon: IconAt,
    feature: "email",
  },
  {
    id: "invite",
    label: "Invite people",
    keywords: "team member add new colleague share access user",
    to: PATHS.team,
    Icon: IconUserPlus,
  },
  {
    id: "create-key",
    label: "Create API key",
    keywords: "new add token developer program integration",
    to: PATHS.apiKeys,
    Icon: IconKey,
    feature: "api",
  },
];

/** Actions that open the creation dialogs of other screens than the profile's. */
export function creations(
  navigate: UseNavigateResult<string>,
  off: readonly string[] = [],
): SpotlightActionData[] {
  const there = CREATIONS.filter(({ feature }) => feature === undefined || !off.includes(feature));
  return there.map(({ to, Icon, feature: _, ...action }) => ({
    ...action,
    leftSection: <Icon size={20} />,
    onClick: () => void navigate({ to, search: { open: "create" } }),
  }));
}
