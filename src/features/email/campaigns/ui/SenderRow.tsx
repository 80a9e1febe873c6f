import { Group, NumberInput, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Mailbox } from "#src/features/email/sending-accounts/contract.ts";
import { nameOf, troubleOf } from "#src/features/email/sending-accounts/ui/shared/mailbox-labels.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { SEPARATORS } from "#src/kit/separators.ts";
import { SHARE_MAX } from "../rules.ts";
import type { SenderChoice } from "./campaign-form.ts";

interface SenderRowProps {
  id: string;
  isMain: boolean;
  sender: SenderChoice;
  /** The sum of all shares, if there are several. */
  total: number | undefined;
  /** Accounts that no other row uses. Undefined until they're loaded. */
  accounts: readonly Mailbox[] | undefined;
  failure: string | undefined;
  link: ReactNode;
  onChange: (part: Partial<SenderChoice>) => void;
  onRemove: () => void;
}

export function SenderRow({ id, isMain, sender, total, accounts, failure, ...row }: SenderRowProps) {
  const { mailbox_id, share } = sender;
  const chosen = accounts?.find((one) => one.id === mailbox_id);
  const isGone = accounts !== undefined && mailbox_id !== null && !chosen;
  const data = (accounts ?? []).map((mailbox) => ({ value: mailbox.id, label: nameOf(mailbox) }));
  if (isGone) data.push({ value: mailbox_id, label: "Deleted account" });
  const trouble = failure ?? (isGone ? "Choose another account." : chosen && troubleOf(chosen));
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Select
        id={id}
        size="md"
        flex={1}
        label={isMain ? "Send through" : "Also through"}
        placeholder="Choose a sending account"
        data={data}
        value={mailbox_id}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={
          total !== undefined ? `About ${Math.round((share / total) * 100)}% of recipients.` : undefined
        }
        error={
          trouble !== undefined && (
            <>
              {trouble} {chosen && row.link}
            </>
          )
        }
        allowDeselect={false}
        onChange={(mailbox_id) => row.onChange({ mailbox_id })}
      />
      {total !== undefined && (
        <Group gap="xs" wrap="nowrap" align="end">
          <NumberInput
            size="md"
            w={88}
            label="Its share"
            min={1}
            max={SHARE_MAX}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            {...SEPARATORS}
            value={share || ""}
            onChange={(value) => row.onChange({ share: typeof value === "number" ? value : 0 })}
            onBlur={() => share === 0 && row.onChange({ share: 1 })}
          />
          <IconButton
            large
            aria-label={chosen ? `Remove ${chosen.from_address}` : "Remove account"}
            onClick={row.onRemove}
          >
            <IconX size={18} />
          </IconButton>
        </Group>
      )}
    </Group>
  );
}
