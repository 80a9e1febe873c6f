import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "#src/kit/Card.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import type { Feature } from "#src/lib/feature-switches.ts";
import type { AccountFeature } from "../../contract.ts";
import { labelOf, RULE_TEXTS } from "../../rules.ts";
import { ChoiceDialog } from "./ChoiceDialog.tsx";
import { featuresApi } from "./features-client.ts";

interface AccountFeaturesProps {
  account: { id: string; name: string };
  canChange: boolean;
}

interface Choosing {
  feature: Feature;
  isOn: boolean | null;
}

/** Which parts of the product an account has, and why. */
export function AccountFeatures({ account, canChange }: AccountFeaturesProps) {
  const query = useQuery(featuresApi.ofAccount.queryOptions({ input: { id: account.id } }));
  const [choosing, setChoosing] = useState<Choosing>();
  const [isOpen, setOpen] = useState(false);
  const choose = (feature: Feature, isOn: boolean | null) => {
    setChoosing({ feature, isOn });
    setOpen(true);
  };
  return (
    <Card title="Parts of the product">
      {query.data ? (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {query.data.items.map((item) => (
            <FeatureRow key={item.feature} item={item} choose={canChange ? choose : undefined} />
          ))}
        </Stack>
      ) : (
        <QueryState query={query} failure="We couldn’t load what this account has." height={160} />
      )}
      {choosing && (
        <ChoiceDialog opened={isOpen} onClose={() => setOpen(false)} account={account} {...choosing} />
      )}
    </Card>
  );
}

interface FeatureRowProps {
  item: AccountFeature;
  choose: ((feature: Feature, isOn: boolean | null) => void) | undefined;
}

function FeatureRow({ item, choose }: FeatureRowProps) {
  const { feature, is_on, rule, decided_by, reason } = item;
  const label = labelOf(feature);
  const isOwn = decided_by === feature;
  const canEnd = isOwn && rule === "account";
  return (
    <Group component="li" justify="space-between" gap="xs" align="flex-start">
      <Stack gap={2} style={{ flex: "1 1 12rem", minWidth: 0, overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <Badge size="sm" variant="light" color={is_on ? "teal" : "gray"} tt="none">
            {is_on ? "On" : "Off"}
          </Badge>
        </Group>
        {rule !== "default" && (
          <Text size="xs" c="dimmed">
            {isOwn ? RULE_TEXTS[rule] : `Because of “${labelOf(decided_by)}”`}
          </Text>
        )}
        {reason !== null && (
          <Text size="xs" dir="auto">
            {reason}
          </Text>
        )}
      </Stack>
      {choose && (
        <Group gap="xs">
          {canEnd && (
            <Button
              size="xs"
              variant="default"
              aria-label={`End exception: ${label}`}
              onClick={() => choose(feature, null)}
            >
              End exception…
            </Button>
          )}
          {(isOwn || is_on) && (
            <Button
              size="xs"
              variant="default"
              aria-label={is_on ? `Switch off: ${label}` : `Switch on: ${label}`}
              onClick={() => choose(feature, !is_on)}
            >
              {is_on ? "Switch off…" : "Switch on…"}
            </Button>
          )}
        </Group>
      )}
    </Group>
  );
}
