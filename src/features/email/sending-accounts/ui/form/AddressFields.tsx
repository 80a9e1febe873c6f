import { TextInput } from "@mantine/core";
import type { FieldsProps, MailboxValues } from "./mailbox-values.ts";

type Name = "postal_address" | "reply_to";

interface AddressFieldsProps extends Pick<FieldsProps, "errorOf"> {
  values: Pick<MailboxValues, Name>;
  set: (changes: Partial<Pick<MailboxValues, Name>>) => void;
}

/** The fields of every kind of sending account besides its sender. */
export function AddressFields({ values, set, errorOf }: AddressFieldsProps) {
  const text = (name: Name) => ({
    value: values[name],
    error: errorOf(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      set({ [name]: currentTarget.value }),
  });
  return (
    <>
      <TextInput
        label="Postal address"
        description="At the bottom of every campaign, because laws such as CAN-SPAM ask for it."
        autoComplete="street-address"
        {...text("postal_address")}
      />
      <TextInput
        label="Replies go to"
        placeholder="The sender’s address"
        type="email"
        {...text("reply_to")}
      />
    </>
  );
}
