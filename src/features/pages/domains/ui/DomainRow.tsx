import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Domain } from "#src/features/pages/domains/contract.ts";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PATHS } from "#src/lib/paths.ts";
import { useDomainActions } from "./domain-queries.ts";
import { RecordList } from "./RecordList.tsx";

const STATES: Record<Domain["state"], { color: string; label: string }> = {
  added: { color: "blue", label: "New" },
  dns_pending: { color: "blue", label: "Waiting for DNS" },
  verified: { color: "blue", label: "Verified" },
  issuing: { color: "blue", label: "Getting HTTPS ready" },
  active: { color: "teal", label: "Active" },
  misconfigured: { color: "red", label: "Needs fixing" },
  failed: { color: "gray", label: "Not connected" },
};

export function DomainRow({ domain }: { domain: Domain }) {
  const { host, display_host, state, reason, twin } = domain;
  const profile = useQuery(profilesQuery()).data?.items.find(({ id }) => id === domain.profile_id);
  const isLive = state === "active";
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {isLive ? (
            <a
              href={`https://${host}/`}
              target="_blank"
              rel="noopener"
              className="plain-link mantine-focus-auto"
            >
              {display_host}
            </a>
          ) : (
            display_host
          )}
        </Text>
        <Badge size="sm" variant="light" color={STATES[state].color}>
          {STATES[state].label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[
          display_host !== host && host,
          profile && `Shows ${profile.name}`,
          isLive && twin && `${twin} redirects here if it has its records`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
        {reason || WORDS[state]}
      </Text>
      {!isLive && <RecordList domain={domain} />}
      <Text size="xs" c="dimmed">
        {formatLastCheck(domain)}
      </Text>
      <Actions domain={domain} />
    </Stack>
  );
}

const WORDS: Record<Domain["state"], string> = {
  added: "Add these records where you manage your domain’s DNS. We’ll look for them every minute.",
  dns_pending: "We’re looking for these records.",
  verified: "Your records are right. HTTPS will be ready in about a minute.",
  issuing: "Your records are right. HTTPS will be ready in about a minute.",
  active: "Visitors see your page there.",
  misconfigured: "Your records have changed.",
  failed: "We’ve stopped looking for your records.",
};

function formatLastCheck({ checked_at, next_check_at }: Domain): string {
  if (checked_at === null) return "Not checked yet";
  const checked = `Checked ${formatDateTime(checked_at)}`;
  return next_check_at === null ? checked : `${checked} · next check ${formatDateTime(next_check_at)}`;
}

function Actions({ domain }: { domain: Domain }) {
  const { check, remove, askToRemove } = useDomainActions(domain);
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant={domain.state === "active" ? "default" : "filled"}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        Check now
      </Button>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => (
          <Link to={PATHS.domainInstructions} search={{ domain: domain.id }} {...props} />
        )}
      >
        How to set it up
      </Button>
      <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void askToRemove()}>
        Remove
      </Button>
    </Group>
  );
}
