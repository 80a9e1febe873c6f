import { Button, Checkbox, Group, NumberInput, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { tellSuccess } from "#src/kit/notices.tsx";
import { refusalOf, sentenceOf } from "#src/kit/refusal.ts";
import type { ContactDetails } from "../contract.ts";
import type { FieldDefinition, FieldValue } from "../rules.ts";
import { contactsApi } from "./contact-queries.ts";
import { FieldsButton } from "./FieldsDialog.tsx";

type Values = Pick<ContactDetails, "name" | "tags"> & { phone: string; fields: Record<string, FieldValue> };

function valuesOf({ name, phone, tags, fields }: ContactDetails): Values {
  return { name, phone: phone ?? "", tags, fields };
}

/** Changes when a lead’s fields do, unlike when they move along: what’s typed meanwhile stays. */
export function editedOf(contact: ContactDetails): string {
  return JSON.stringify(valuesOf(contact));
}

/** What people can change about a lead: name, phone, tags, and the account's own fields. */
export function LeadEditor({ contact }: { contact: ContactDetails }) {
  const queries = useQueryClient();
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const form = useForm<Values>({ initialValues: valuesOf(contact) });
  const send = useMutation({
    mutationFn: ({ phone, ...values }: Values) =>
      contactsApi.update.call({ id: contact.id, ...values, phone: phone || null }),
    onSuccess: async () => {
      tellSuccess({ message: "Lead saved." });
      await queries.invalidateQueries({ queryKey: contactsApi.key() });
    },
  });
  const failure = send.error ? sentenceOf(send.error, "The lead couldn’t be saved. Try again.") : undefined;
  const refusal = refusalOf(send.error);
  const wrong = refusal?.code === "FIELD_INVALID" ? (refusal.data as { field?: string })?.field : undefined;
  const isOfPhone = refusal?.code === "PHONE_INVALID";
  const fields = settings.data?.fields ?? [];
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (!send.isPending) send.mutate(values);
      })}
    >
      <Stack gap="sm">
        <TextInput label="Name" {...form.getInputProps("name")} />
        <TextInput
          label="Phone"
          type="tel"
          {...form.getInputProps("phone")}
          error={isOfPhone ? failure : undefined}
        />
        <TagsInput size="md" label="Tags" data={settings.data?.tags ?? []} {...form.getInputProps("tags")} />
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={form.values.fields[field.key] ?? null}
            error={wrong === field.key ? failure : undefined}
            onChange={(value) => form.setFieldValue("fields", { ...form.values.fields, [field.key]: value })}
          />
        ))}
        {!wrong && !isOfPhone && <FormFailure message={failure} />}
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={send.isPending}>
            Save lead
          </Button>
          <FieldsButton />
        </Group>
      </Stack>
    </form>
  );
}

interface FieldInputProps {
  field: FieldDefinition;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
}

function FieldInput({ field: { label, type, choices }, value, error, onChange }: FieldInputProps) {
  const shared = { label, error };
  if (type === "bool")
    return (
      <Checkbox
        {...shared}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (type === "choice")
    return (
      <Select
        size="md"
        {...shared}
        clearable
        data={choices}
        value={value === null ? null : String(value)}
        onChange={onChange}
      />
    );
  if (type === "number")
    return (
      <NumberInput
        size="md"
        {...shared}
        value={typeof value === "number" ? value : ""}
        onChange={(typed) => onChange(typed === "" ? null : typed)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={type === "date" ? "date" : type === "url" ? "url" : "text"}
      value={value === null ? "" : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}
