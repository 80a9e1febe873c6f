import "#src/kit/deferred.css";
import { Anchor, Button, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SecretDialog } from "#src/kit/SecretDialog.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { PATHS } from "#src/lib/paths.ts";
import { KeyRow } from "./KeyRow.tsx";
import { keysApi } from "./key-queries.ts";

const CreateKeyDialog = lazyDialog(async () => (await import("./CreateKeyDialog.tsx")).CreateKeyDialog);

/** `/dashboard/settings/api-keys`: the API keys of this account. */
export function KeysPage() {
  const [creating, create] = useDisclosure(false);
  useOpenParam("create", create.open);
  const [secret, setSecret] = useState<string>();
  const button = (
    <Button leftSection={<IconPlus size={18} />} onClick={create.open}>
      Create key
    </Button>
  );
  return (
    <>
      <PageTitle title="API keys" actions={button}>
        Let other programs work with your pages
      </PageTitle>
      <Stack>
        <KeyList onKey={setSecret} />
        <Text size="sm" c="dimmed">
          A key can do what you choose here, and never more than you can. Treat it like a password.{" "}
          <Anchor href={PATHS.apiDocs} underline="always">
            Read how the API works
          </Anchor>
        </Text>
      </Stack>
      <CreateKeyDialog opened={creating} onClose={create.close} onKey={setSecret} />
      <SecretDialog
        title="Your new API key"
        what="API key"
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

function KeyList({ onKey }: { onKey: (key: string) => void }) {
  const query = useQuery(keysApi.list.queryOptions());
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load your API keys." height={96} />;
  if (data.items.length === 0)
    return (
      <EmptyPanel
        icon={<IconKey />}
        title="No API keys yet"
        description="A key lets a program, such as an automation, read and change what you allow it to."
      />
    );
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {data.items.map((key) => (
        <Paper key={key.id} component="li" withBorder radius="lg" p="md">
          <KeyRow row={key} onKey={onKey} />
        </Paper>
      ))}
    </Stack>
  );
}
