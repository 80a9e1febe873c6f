import "#src/kit/deferred.css";
import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { dollars, type PriceTier } from "#src/features/money/entitlements/price-rules.ts";
import { pricesContract } from "#src/features/money/entitlements/prices-contract.ts";
import type { PlanLimits } from "#src/features/money/entitlements/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";

const pricesApi = clientFor("billing", pricesContract);

interface PremiumModalProps {
  what: "profiles" | "links" | "domains" | "analytics";
  limits: PlanLimits;
  opened: boolean;
  onClose: () => void;
}

const needsOf = ({ links_per_profile_premium }: PlanLimits) => ({
  profiles: "All your profile slots are taken. With premium, you can have as many profiles as you like.",
  links: `There’s no room for another link. With premium, a profile can have up to ${links_per_profile_premium}.`,
  domains: "With premium, your pages can be at domains that you own.",
  analytics: "With premium, filters combine, and figures can be compared with those a year before.",
});

/** The benefits of premium, for someone who has just reached a limit. */
export function PremiumModal({ what, limits, opened, onClose }: PremiumModalProps) {
  const { data: prices } = useQuery(pricesApi.prices.queryOptions());
  const [first] = prices?.tiers ?? [];
  return (
    <Modal opened={opened} onClose={onClose} title="More room with premium">
      <Stack>
        <Text>{needsOf(limits)[what]}</Text>
        <List size="sm" spacing={4}>
          <List.Item>Unlimited profiles</List.Item>
          <List.Item>
            {plural(limits.links_per_unit, "link")} with each unit, up to {limits.links_per_profile_premium}{" "}
            on a profile
          </List.Item>
          <List.Item>Your own domains</List.Item>
          <List.Item>Pages without our name at the bottom, if you like</List.Item>
        </List>
        {first && <From first={first} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button renderRoot={(props) => <Link to={PATHS.billing} {...props} />}>See prices</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** What the first unit costs. */
function From({ first: { to, unit_cents } }: { first: PriceTier }) {
  return (
    <Text size="sm">
      {to === null ? (
        <>
          Each unit is <b>{dollars(unit_cents)}</b> a month, and you can cancel whenever you like.
        </>
      ) : (
        <>
          From <b>{dollars(unit_cents)}</b> a month. The more units you buy, the less each costs, and you can
          cancel whenever you like.
        </>
      )}
    </Text>
  );
}
