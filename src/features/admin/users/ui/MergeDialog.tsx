import { Button, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#src/features/admin/users/contract.ts";
import { REASON_CHARS_MAX } from "#src/features/admin/users/rules.ts";
import { autofocusFirstControl } from "#src/kit/form/autofocus.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { useReason } from "#src/kit/form/use-reason.ts";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { MergePlanTable } from "./MergePlanTable.tsx";
import { mergesApi, usersApi, useUsersRefresh } from "./user-queries.ts";

interface MergeDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The account that stays. */
  user: Pick<User, "id" | "email">;
}

/** Merges another account into this one: it’s found, what would happen is shown, and then it takes a reason. */
export function MergeDialog({ opened, onClose, user }: MergeDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Merge another account into this one" size="lg">
      <MergeForm user={user} onClose={onClose} />
    </FormDialog>
  );
}

function MergeForm({ user, onClose }: Omit<MergeDialogProps, "opened">) {
  const [source, setSource] = useState<string>();
  return source === undefined ? (
    <OtherAccount user={user} onPick={setSource} onClose={onClose} />
  ) : (
    <Plan user={user} source={source} onClose={onClose} onBack={() => setSource(undefined)} />
  );
}

const FOUND_SHOWN = 6;

interface OtherAccountProps {
  user: MergeDialogProps["user"];
  onPick: (id: string) => void;
  onClose: () => void;
}

function OtherAccount({ user, onPick, onClose }: OtherAccountProps) {
  const [q, setWords] = useState("");
  const found = useQuery({
    ...usersApi.list.queryOptions({ input: { q } }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const others = (found.data?.items ?? []).filter(({ id }) => id !== user.id).slice(0, FOUND_SHOWN);
  return (
    <Stack ref={autofocusFirstControl}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        Choose the account that ends. Its pages move to {user.email}.
      </Text>
      <SearchField
        label="The other account"
        placeholder="Name, address, ID, username, or domain"
        onSearch={setWords}
      />
      {q !== "" && !found.data && (
        <QueryState query={found} failure="We couldn’t look for accounts." height={160} />
      )}
      {q !== "" && found.data && (
        <Text size="sm" c="dimmed" role="status">
          {others.length === 0 ? "No other account matches." : plural(others.length, "account")}
        </Text>
      )}
      {q !== "" && others.length > 0 && (
        <ul style={{ listStyle: "none", margin: 0, padding: 0, overflowWrap: "anywhere" }}>
          {others.map((other) => (
            <li key={other.id}>
              <UnstyledButton
                w="100%"
                p="sm"
                mih={44}
                bdrs="md"
                mb="xs"
                bd="1px solid var(--mantine-color-default-border)"
                onClick={() => onPick(other.id)}
              >
                <Text fw={600} dir="auto" ta="start">
                  {other.name}
                </Text>
                <Text size="sm">{other.email}</Text>
                <Text size="sm" c="dimmed">
                  {other.usernames.length === 0
                    ? "No pages yet"
                    : other.usernames.map((username) => `/${username}`).join(" · ")}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

interface PlanProps {
  user: MergeDialogProps["user"];
  source: string;
  onBack: () => void;
  onClose: () => void;
}

function Plan({ user, source, onBack, onClose }: PlanProps) {
  // One id for each choice, so that a second click doesn’t start a second merge.
  const [merge_id] = useState(newId);
  const why = useReason();
  const refresh = useUsersRefresh();
  const plan = useQuery({
    // A key of its own: loading users again, once the merge has begun, mustn’t show why it can’t begin.
    queryKey: ["merge-plan", user.id, source],
    queryFn: () => mergesApi.previewMerge.call({ id: user.id, source }),
    staleTime: 0,
  });
  const sending = useMutation({
    mutationFn: () => mergesApi.startMerge.call({ id: user.id, source, merge_id, reason: why.reason }),
    onSuccess: async ({ approval_id }) => {
      await refresh();
      onClose();
      toastSuccess({
        message: approval_id
          ? "Proposed: another member of staff has to confirm it"
          : "The merge is under way",
      });
    },
  });
  const entity = formOf(sending, "That couldn’t be saved. Try again.", why.checkReason);
  if (!plan.data)
    return <QueryState query={plan} failure="We couldn’t work out what would happen." height={240} />;
  const { refusal } = plan.data;
  if (refusal !== null)
    return (
      <Stack>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {plan.data.source.email}
        </Text>
        <Text role="alert">{refusal}</Text>
        <Group justify="flex-end" gap="xs" ref={autofocusFirstControl}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onBack}>Choose another account</Button>
        </Group>
      </Stack>
    );
  return (
    <DialogForm entity={entity} action="Merge" onClose={onClose}>
      <MergePlanTable plan={plan.data} target={user.email} />
      <ReasonField
        description="Both owners get it by e-mail and can read it in their activity log."
        maxLength={REASON_CHARS_MAX}
        {...why.field}
      />
    </DialogForm>
  );
}
