import type { SpotlightActionData } from "@mantine/spotlight";
import { IconAt, IconKey, IconSend, IconTemplate, IconUserPlus, type TablerIcon } from "@tabler/icons-react";
import type { UseNavigateResult } from "@tanstack/react-router";
import { PATHS } from "#src/lib/paths.ts";

const CREATIONS: readonly { id: string; label: string; keywords: string; to: string; Icon: TablerIcon }[] = [
  {
    id: "create-campaign",
    label: "New campaign",
    keywords: "create add write send e-mail email newsletter broadcast",
    to: PATHS.campaigns,
    Icon: IconSend,
  },
  {
    id: "create-template",
    label: "New template",
    keywords: "create add write design e-mail email newsletter",
    to: PATHS.templates,
    Icon: IconTemplate,
  },
  {
    id: "create-mailbox",
    label: "Add sending account",
    keywords: "new create connect smtp gmail mail server sender",
    to: PATHS.mailboxes,
    Icon: IconAt,
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
  },
];

/** Actions that open the creation dialogs of other screens than the profile's. */
export function creations(navigate: UseNavigateResult<string>): SpotlightActionData[] {
  return CREATIONS.map(({ to, Icon, ...action }) => ({
    ...action,
    leftSection: <Icon size={20} />,
    onClick: () => void navigate({ to, search: { open: "create" } }),
  }));
}
