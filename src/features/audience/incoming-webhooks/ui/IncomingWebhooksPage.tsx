import "#src/kit/deferred.css";
import { Button, Code, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  IncomingWebhook,
  NewIncomingWebhook,
} from "#src/features/audience/incoming-webhooks/contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SecretDialog } from "#src/kit/SecretDialog.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { PATHS } from "#src/lib/paths.ts";
import { exampleCall } from "./example-call.ts";
import { IncomingRow } from "./IncomingRow.tsx";
import { incomingApi } from "./shared/incoming-queries.ts";

const IncomingDialog = lazyDialog(async () => (await import("./IncomingDialog.tsx")).IncomingDialog);

const LOOK_MS = 10_000;

/** `/dashboard/marketing/automation/incoming-webhooks`: URLs that other programs send to. */
export function IncomingWebhooksPage() {
  const [adding, add] = useDisclosure(false);
  useOpenParam("create", add.open);
  const [made, setMade] = useState<NewIncomingWebhook>();
  const query = useQuery(incomingApi.list.queryOptions({ refetchInterval: LOOK_MS }));
  const items = query.data?.items;
  const button = (
    <Button leftSection={<IconPlus size={18} />} onClick={add.open}>
      Add URL
    </Button>
  );
  return (
    <>
      <BackLink to={PATHS.sequences}>Sequences</BackLink>
      <PageTitle title="Incoming webhooks" actions={items && items.length > 0 && button}>
        URLs that your shop, forms, and other programs send to, which starts sequences and rules
      </PageTitle>
      {!items && <QueryState query={query} failure="We couldn’t load your incoming webhooks." height={160} />}
      {items?.length === 0 && (
        <EmptyPanel
          size="lg"
          icon={<IconWebhook />}
          title="No incoming webhooks yet"
          description="Get a secret URL, give it to a program such as your shop, and choose what starts here as it sends something."
        >
          {button}
        </EmptyPanel>
      )}
      {items && items.length > 0 && <List items={items} onMade={setMade} />}
      <IncomingDialog opened={adding} onClose={add.close} onMade={setMade} />
      <SecretDialog
        title="Your webhook’s URL"
        what="URL"
        secret={made?.url}
        onClose={() => setMade(undefined)}
      >
        {made && (
          <Stack gap="xs">
            <Text size="sm">Give it to the program that sends. To try it out, run this in a terminal:</Text>
            <Code block tabIndex={0} style={{ overflow: "auto" }}>
              {exampleCall(made)}
            </Code>
          </Stack>
        )}
      </SecretDialog>
    </>
  );
}

interface ListProps {
  items: readonly IncomingWebhook[];
  onMade: (made: NewIncomingWebhook) => void;
}

function List({ items, onMade }: ListProps) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="Incoming webhooks">
      {items.map((webhook) => (
        <IncomingRow key={webhook.id} webhook={webhook} onMade={onMade} />
      ))}
    </Stack>
  );
}
