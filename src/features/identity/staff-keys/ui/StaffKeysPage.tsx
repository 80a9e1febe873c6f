import "#src/kit/deferred.css";
import { Anchor, Button, Paper, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffKey } from "#src/features/identity/staff-keys/contract.ts";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SecretDialog } from "#src/kit/SecretDialog.tsx";
import { useOpenParam } from "#src/kit/use-open-param.ts";
import { PATHS } from "#src/lib/paths.ts";
import { StaffKeyRow } from "./StaffKeyRow.tsx";
import { staffKeysApi } from "./staff-key-queries.ts";

const CreateStaffKeyDialog = lazyDialog(
  async () => (await import("./CreateStaffKeyDialog.tsx")).CreateStaffKeyDialog,
);

/** `/admin/keys`: the keys with staff scopes, one's own or everyone's. */
export function StaffKeysPage() {
  const [creating, create] = useDisclosure(false);
  useOpenParam("create", create.open);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <PageTitle
        title="Staff keys"
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={create.open}>
            Create key
          </Button>
        }
      >
        Let programs do part of what staff do
      </PageTitle>
      <Stack>
        <KeyLists onKey={setSecret} />
        <Text size="sm" c="dimmed">
          A key does what you choose here, and never more than your role has at the moment. Sending to many,
          deleting accounts, and whatever else takes a fresh sign-in or a colleague stays with people.{" "}
          <Anchor href={PATHS.apiDocs} underline="always">
            Read how the API works
          </Anchor>
        </Text>
      </Stack>
      <CreateStaffKeyDialog opened={creating} onClose={create.close} onKey={setSecret} />
      <SecretDialog
        title="Your new staff key"
        what="Staff key"
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}

const isOver = ({ state }: StaffKey) => state === "revoked" || state === "expired";

interface ListProps {
  onKey: (key: string) => void;
}

function KeyLists({ onKey }: ListProps) {
  const query = useQuery(staffKeysApi.list.queryOptions());
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t load the staff keys." height={96} />;
  const live = data.items.filter((key) => !isOver(key));
  const ended = data.items.filter(isOver);
  return (
    <>
      {live.length === 0 ? (
        <EmptyPanel
          icon={<IconKey />}
          title="No staff keys"
          description="With one, a program such as your monitoring reads figures or blocks a network, without anybody’s password."
        />
      ) : (
        <KeyList keys={live} onKey={onKey} />
      )}
      {ended.length > 0 && (
        <details>
          <summary style={{ cursor: "pointer", fontSize: "var(--mantine-font-size-sm)" }}>
            Keys that have ended ({ended.length})
          </summary>
          <Stack mt="sm">
            <KeyList keys={ended} onKey={onKey} />
          </Stack>
        </details>
      )}
    </>
  );
}

function KeyList({ keys, onKey }: ListProps & { keys: readonly StaffKey[] }) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {keys.map((key) => (
        <Paper key={key.id} component="li" withBorder radius="lg" p="md">
          <StaffKeyRow row={key} onKey={onKey} />
        </Paper>
      ))}
    </Stack>
  );
}
