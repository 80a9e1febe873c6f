import { Badge, Group, Stack, Text } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { formatNumber } from "#src/kit/plural.ts";
import type { SystemNode } from "../contract.ts";
import { formatBytes, formatShare } from "./system-queries.ts";

const STATES = {
  well: { label: "Well", color: "teal" },
  busy: { label: "Busy", color: "yellow" },
  silent: { label: "Silent", color: "red" },
} as const;

export function NodesCard({ nodes }: { nodes: readonly SystemNode[] }) {
  return (
    <Card title="Nodes" text="The processes of this instance. Each says every 15 seconds that it’s there.">
      {nodes.length === 0 && <Text size="sm">None has said anything yet.</Text>}
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }}>
        {nodes.map((node) => (
          <NodeRow key={node.id} node={node} />
        ))}
      </Stack>
    </Card>
  );
}

function NodeRow({ node }: { node: SystemNode }) {
  const { name, version, roles, state, page_hit_rate } = node;
  return (
    <li style={{ overflowWrap: "anywhere" }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Badge size="sm" variant="light" color={STATES[state].color}>
          {STATES[state].label}
        </Badge>
        <Text size="sm" c="dimmed">
          {version} · {roles.join(", ")}
        </Text>
      </Group>
      <Text size="sm">
        Load {formatNumber(node.load)} on {formatNumber(node.cpus)} processors · memory{" "}
        {formatBytes(node.memory)} of {formatBytes(node.memory_total)} · event loop{" "}
        {formatNumber(node.loop_ms)} ms late · disk {formatBytes(node.disk_free)} free of{" "}
        {formatBytes(node.disk_total)}
      </Text>
      <Text size="sm" c="dimmed">
        {page_hit_rate !== null && `Pages from the cache: ${formatShare(page_hit_rate)}, `}
        {formatBytes(node.page_bytes)} of pages kept · last seen {formatDateTime(node.seen_at)}
      </Text>
    </li>
  );
}
