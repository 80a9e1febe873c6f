import "#src/kit/later.css";
import { Anchor, Button, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailure } from "#src/kit/LoadFailure.tsx";
import { NothingHere } from "#src/kit/NothingHere.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { ShownOnce } from "#src/kit/ShownOnce.tsx";
import { dialogWhenNeeded } from "#src/kit/when-needed.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { WebhookRow } from "./WebhookRow.tsx";
import { webhooksApi } from "./webhook-queries.ts";

const WebhookDialog = dialogWhenNeeded(async () => (await import("./WebhookDialog.tsx")).WebhookDialog);

/** `/dashboard/settings/webhooks`: where the account's events are sent. */
export function WebhooksPage() {
  const [adding, add] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <PageTitle
        title="Webhooks"
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={add.open}>
            Add webhook
          </Button>
        }
      >
        Tell other programs when something happens here
      </PageTitle>
      <WebhookList onSecret={setSecret} />
      <WebhookDialog opened={adding} onClose={add.close} onSecret={setSecret} />
      <ShownOnce
        title="Your webhook’s secret"
        what="Secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        <Text size="sm">
          Your server needs it to check that events are from us.{" "}
          <Anchor inherit href={`${PATHS.apiDocs}#webhooks`} target="_blank" underline="always">
            How to check a signature
          </Anchor>
        </Text>
      </ShownOnce>
    </>
  );
}

function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
  const { data, error, refetch } = useQuery(webhooksApi.list.queryOptions());
  if (!data && error)
    return (
      <LoadFailure error={error} fallback="We couldn’t load your webhooks." onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton h={96} radius="lg" />;
  if (data.items.length === 0)
    return (
      <NothingHere
        icon={<IconWebhook />}
        title="No webhooks yet"
        description="A webhook sends events, such as a fan signing up, to a URL of yours as they happen."
      />
    );
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {data.items.map((webhook) => (
        <Paper key={webhook.id} component="li" withBorder radius="lg" p="md">
          <WebhookRow webhook={webhook} onSecret={onSecret} />
        </Paper>
      ))}
    </Stack>
  );
}
