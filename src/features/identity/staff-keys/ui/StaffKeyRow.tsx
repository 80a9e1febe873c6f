import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import type { StaffKey } from "#src/features/identity/staff-keys/contract.ts";
import { STAFF_SCOPES } from "#src/features/identity/staff-keys/rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { StaffKeyMenu } from "./StaffKeyMenu.tsx";

const STATES = {
  active: undefined,
  idle: { color: "orange", label: "Its maker’s role has none of this" },
  expired: { color: "gray", label: "Expired" },
  revoked: { color: "gray", label: "Revoked" },
} as const;
const SOON = { color: "yellow", label: "Ends soon" } as const;
const SOON_DAYS = 14;

interface StaffKeyRowProps {
  row: StaffKey;
  onKey: (key: string) => void;
}

export function StaffKeyRow({ row, onKey }: StaffKeyRowProps) {
  const isLive = row.state === "active" || row.state === "idle";
  const endsSoon = isLive && Date.parse(row.expires_at) < Date.now() + SOON_DAYS * DAY_MS;
  const state = STATES[row.state] ?? (endsSoon ? SOON : undefined);
  const lost = row.scopes.filter((scope) => !row.working_scopes.includes(scope));
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={4} miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600} dir="auto">
            {row.name}
          </Text>
          {state && (
            <Badge size="sm" variant="light" color={state.color}>
              {state.label}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <Code>{row.start}…</Code> {formatLastUse(row)}
        </Text>
        <Text size="sm">{formatScopes(row.scopes)}</Text>
        {row.state === "active" && lost.length > 0 && (
          <Text size="sm" c="dimmed">
            Not in effect, because its maker’s role doesn’t have it: {formatScopes(lost)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {formatLifetime(row)}
        </Text>
        {row.revoked && (
          <Text size="xs" c="dimmed" dir="auto">
            {formatEnd(row.revoked)}
          </Text>
        )}
      </Stack>
      <StaffKeyMenu row={row} isLive={isLive} onKey={onKey} />
    </Group>
  );
}

function formatLastUse({ used_at }: StaffKey): string {
  return used_at === null ? "Never used" : `Last used ${formatDateTime(used_at)}`;
}

/** “Accounts: read · Security: read, write” */
function formatScopes(scopes: StaffKey["scopes"]): string {
  return STAFF_SCOPES.flatMap(({ area, label }) => {
    const reads = scopes.includes(`staff:${area}:read`);
    const writes = scopes.includes(`staff:${area}:write`);
    if (reads && writes) return [`${label}: read and write`];
    if (reads) return [`${label}: read`];
    return writes ? [`${label}: write`] : [];
  }).join("\u00a0· ");
}

function formatLifetime({ made_by, is_own, created_at, expires_at, old_until, state }: StaffKey): string {
  const made = formatDateTime(created_at);
  const end = formatDateTime(expires_at);
  const parts = [is_own ? `Created by you, ${made}` : `Created by ${made_by.name}, ${made}`];
  if (state !== "revoked") parts.push(state === "expired" ? `expired ${end}` : `expires ${end}`);
  if (old_until !== null && state !== "revoked")
    parts.push(`the old key works until ${formatDateTime(old_until)}`);
  return parts.join(" · ");
}

function formatEnd({ at, by, reason }: NonNullable<StaffKey["revoked"]>): string {
  const time = formatDateTime(at);
  const what = by === null ? `Revoked ${time}` : `Revoked by ${by}, ${time}`;
  return reason === "" ? what : `${what}: ${reason}`;
}
