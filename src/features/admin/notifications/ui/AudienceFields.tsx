import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AudienceRule, BroadcastAudience } from "#src/features/admin/notifications/audience-contract.ts";
import { RULES_MAX } from "#src/features/admin/notifications/rules.ts";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import { AudienceRuleFields } from "./AudienceRuleFields.tsx";
import { broadcastsApi } from "./studio-queries.ts";

const TYPING_MS = 400;

interface AudienceFieldsProps {
  audience: BroadcastAudience;
  onAudience: (audience: BroadcastAudience) => void;
}

/** Who it’s for: conditions, how many that are, and a few of them. */
export function AudienceFields({ audience, onAudience }: AudienceFieldsProps) {
  const { match, rules } = audience;
  const put = (next: AudienceRule[]) => onAudience({ ...audience, rules: next });
  return (
    <Card title="Who it’s for" text="Without conditions, it’s everyone whose account is open.">
      {rules.length > 1 && (
        <NativeSelect
          size="md"
          label="They match"
          data={[
            { value: "all", label: "All of these" },
            { value: "any", label: "Any of these" },
          ]}
          value={match}
          onChange={({ currentTarget: { value } }) =>
            onAudience({ ...audience, match: value === "any" ? "any" : "all" })
          }
        />
      )}
      <Stack gap="sm">
        {rules.map((rule, index) => (
          <AudienceRuleFields
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing else that tells them apart
            key={index}
            rule={rule}
            onRule={(next) => put(rules.with(index, next))}
            onRemove={() => put(rules.toSpliced(index, 1))}
          />
        ))}
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={rules.length >= RULES_MAX}
          onClick={() => put([...rules, { field: "plan", value: "premium" }])}
        >
          Add condition
        </Button>
      </Group>
      <AudienceCount audience={audience} />
    </Card>
  );
}

function AudienceCount({ audience }: { audience: BroadcastAudience }) {
  const [asked] = useDebouncedValue(audience, TYPING_MS);
  const { data, isError } = useQuery({
    ...broadcastsApi.audience.queryOptions({ input: { audience: asked } }),
    placeholderData: keepPreviousData,
  });
  if (isError) return <Text size="sm">Complete the conditions to see how many it’s for.</Text>;
  if (!data) return <Text size="sm">Counting…</Text>;
  return (
    <div role="status" style={{ overflowWrap: "anywhere" }}>
      <Text fw={600}>{plural(data.count, "account")}</Text>
      {data.sample.length > 0 && (
        <Text size="xs" c="dimmed" dir="ltr">
          {data.sample.join(", ")}
        </Text>
      )}
    </div>
  );
}
