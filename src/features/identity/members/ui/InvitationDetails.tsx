import { Stack, Text } from "@mantine/core";
import type { ReceivedInvitation } from "#src/features/identity/members/contract.ts";
import { ROLE_LABELS } from "#src/features/identity/team/contract.ts";
import { formatDateTime } from "#src/kit/format-date.ts";

const NAMES_MAX = 10;

export function InvitationDetails({ offer }: { offer: ReceivedInvitation }) {
  const { label, can } = ROLE_LABELS[offer.role];
  return (
    <Stack component="dl" gap="sm" m={0} style={{ overflowWrap: "anywhere" }}>
      <Fact term="Your role" value={`${label}: ${can.charAt(0).toLowerCase()}${can.slice(1)}.`} />
      {offer.role !== "billing" && <Fact term="Profiles" value={profilesOf(offer)} />}
      <Fact term="Works until" value={formatDateTime(offer.expires_at)} />
    </Stack>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {term}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {value}
      </Text>
    </div>
  );
}

function profilesOf({ profiles }: ReceivedInvitation): string {
  if (profiles === null) return "All of the team’s";
  if (profiles.length === 0) return "None, because they were deleted";
  const rest = profiles.length - NAMES_MAX;
  return profiles.slice(0, NAMES_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
