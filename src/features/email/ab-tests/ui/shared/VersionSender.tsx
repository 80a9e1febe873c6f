import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CAMPAIGN_NAME_CHARS_MAX } from "#src/features/email/campaigns/rules.ts";
import { mailboxesContract } from "#src/features/email/sending-accounts/contract.ts";
import { nameOf, troubleOf } from "#src/features/email/sending-accounts/ui/shared/mailbox-labels.ts";
import { clientFor } from "#src/kit/api.ts";
import type { VersionEmailProps } from "./test-form.ts";

const mailboxesApi = clientFor("mailboxes", mailboxesContract);
const SAME = "same";
const SAME_AS_A = "Same as A";

/** Who a version is from: another sending account that can send, another name, or both. */
export function VersionSender({ version, onChange }: Pick<VersionEmailProps, "version" | "onChange">) {
  const { mailbox_id, from_name } = version;
  const { data, error } = useQuery(mailboxesApi.list.queryOptions());
  const accounts = data?.items ?? [];
  const chosen = accounts.find(({ id }) => id === mailbox_id);
  const isGone = data !== undefined && mailbox_id !== null && !chosen;
  const usable = accounts.filter((one) => one === chosen || troubleOf(one) === undefined);
  const choices = usable.map((one) => ({ value: one.id, label: nameOf(one) }));
  const trouble = error
    ? "We couldn’t load your sending accounts. Reload the page."
    : isGone
      ? "Choose another account."
      : chosen && troubleOf(chosen);
  return (
    <>
      <Select
        size="md"
        label="Send through"
        allowDeselect={false}
        data={[
          { value: SAME, label: SAME_AS_A },
          ...choices,
          ...(isGone ? [{ value: mailbox_id, label: "Deleted account" }] : []),
        ]}
        value={mailbox_id ?? SAME}
        error={trouble}
        onChange={(value) => onChange({ mailbox_id: value === SAME ? null : value })}
      />
      <TextInput
        size="md"
        label="Sender’s name"
        placeholder={mailbox_id === null ? SAME_AS_A : "As A or the sending account has it"}
        maxLength={CAMPAIGN_NAME_CHARS_MAX}
        value={from_name}
        onChange={(event) => onChange({ from_name: event.currentTarget.value })}
      />
    </>
  );
}
