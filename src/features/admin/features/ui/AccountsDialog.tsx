import { Anchor, Badge, Button, Group, Modal, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import type { Feature } from "#src/lib/feature-switches.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { ChosenAccount } from "../contract.ts";
import { labelOf, REASON_CHARS_MAX } from "../rules.ts";
import { ChoiceDialog } from "./shared/ChoiceDialog.tsx";
import { featuresApi, useFeaturesRefresh } from "./shared/features-client.ts";

interface AccountsDialogProps {
  opened: boolean;
  onClose: () => void;
  feature: Feature;
}

/** The accounts that a part was chosen for one by one. */
export function AccountsDialog({ opened, onClose, feature }: AccountsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Chosen accounts: ${labelOf(feature)}`} size="lg">
      <Stack>
        <AddForm feature={feature} />
        <ChosenList feature={feature} />
      </Stack>
    </Modal>
  );
}

const CHOICES = [
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];

function AddForm({ feature }: { feature: Feature }) {
  const [who, setWho] = useState("");
  const [choice, setChoice] = useState<string | null>("on");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const refresh = useFeaturesRefresh();
  const sending = useMutation({
    mutationFn: () => featuresApi.choose.call({ feature, who, is_on: choice === "on", reason }),
    onSuccess: async () => {
      setWho("");
      setReason("");
      setChecked(false);
      toastSuccess({ message: "Saved" });
      await refresh();
    },
  });
  const isUnknown = apiErrorOf(sending.error)?.code === "ACCOUNT_NOT_FOUND";
  const { submit, failure, isSending } = formOf(sending, "That couldn’t be saved. Try again.", () => {
    setChecked(true);
    return who.trim() !== "" && reason.trim() !== "";
  });
  const isWhoMissing = isChecked && who.trim() === "" && "Say which account.";
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          size="md"
          label="Account"
          description="E-mail address, username of a page, or id"
          maxLength={320}
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={who}
          error={isUnknown ? failure : isWhoMissing}
          onChange={({ currentTarget }) => setWho(currentTarget.value)}
        />
        <Select
          size="md"
          label="For this account"
          data={CHOICES}
          allowDeselect={false}
          value={choice}
          onChange={setChoice}
        />
        <ReasonField
          description="The account’s owner reads this in their activity log."
          maxLength={REASON_CHARS_MAX}
          error={isChecked && reason.trim() === "" && "Say why."}
          value={reason}
          onChange={setReason}
        />
        <FormFailure message={isUnknown ? undefined : failure} />
        <Button type="submit" w="fit-content" loading={isSending}>
          Add
        </Button>
      </Stack>
    </form>
  );
}

function ChosenList({ feature }: { feature: Feature }) {
  const [ended, setEnded] = useState<ChosenAccount>();
  const [isEnding, setEnding] = useState(false);
  const list = useInfiniteQuery(
    featuresApi.accounts.infiniteOptions({
      input: (cursor: string | undefined) => ({ feature, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next,
    }),
  );
  return (
    <div>
      <PagedList
        list={list}
        failure="We couldn’t load the accounts."
        empty={<Text size="sm">No account is chosen.</Text>}
        row={(account) => (
          <ChosenRow
            key={account.id}
            account={account}
            onEnd={() => {
              setEnded(account);
              setEnding(true);
            }}
          />
        )}
      />
      {ended && (
        <ChoiceDialog
          opened={isEnding}
          onClose={() => setEnding(false)}
          feature={feature}
          account={ended}
          isOn={null}
        />
      )}
    </div>
  );
}

function ChosenRow({ account, onEnd }: { account: ChosenAccount; onEnd: () => void }) {
  const { id, name, email, is_on, reason, by, at } = account;
  return (
    <Paper component="li" withBorder radius="md" px="md" py="sm" style={{ overflowWrap: "anywhere" }}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} style={{ flex: "1 1 12rem", minWidth: 0 }}>
          <Group gap="xs">
            <Anchor
              fw={600}
              size="sm"
              dir="auto"
              renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: id }} {...props} />}
            >
              {name || email}
            </Anchor>
            <Badge size="sm" variant="light" color={is_on ? "teal" : "gray"} tt="none">
              {is_on ? "On" : "Off"}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {email}
          </Text>
          <Text size="sm" dir="auto">
            {reason}
          </Text>
          <Text size="xs" c="dimmed" dir="auto">
            {`${by ?? "Someone who has left"}, ${formatDateTime(at)}`}
          </Text>
        </Stack>
        <Button size="xs" variant="default" aria-label={`End for ${name || email}`} onClick={onEnd}>
          End…
        </Button>
      </Group>
    </Paper>
  );
}
