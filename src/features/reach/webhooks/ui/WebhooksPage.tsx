import "#src/kit/deferred.css";
import { Anchor, Button, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SecretDialog } from "#src/kit/SecretDialog.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { WebhookRow } from "./WebhookRow.tsx";
import { webhooksApi } from "./webhook-queries.ts";

const WebhookDialog = lazyDialog(async () => (await import("./WebhookDialog.tsx")).WebhookDialog);

/** `/dashboard/settings/webhooks`: targets for the account's events. */
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
      <SecretDialog
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
      </SecretDialog>
    </>
  );
}

function WebhookList({ onSecret }: { onSecret: (secret: string) => void }) {
  const query = useQuery(webhooksApi.list.queryOptions());
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load your webhooks." height={96} />;
  if (data.items.length === 0)
    return (
      <EmptyPanel
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
