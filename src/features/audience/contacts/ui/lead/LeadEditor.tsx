import { Button, Checkbox, Group, NumberInput, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { getOwn } from "#src/lib/get-own.ts";
import type { Contact } from "../../contract.ts";
import { type FieldDefinition, type FieldValue, SCORE_MAX } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";
import { FieldsButton } from "./FieldsDialog.tsx";

type Values = Pick<Contact, "name" | "tags" | "score"> & {
  phone: string;
  fields: Record<string, FieldValue>;
};

function valuesOf({ name, phone, tags, fields, score }: Contact): Values {
  return { name, phone: phone ?? "", tags, fields, score };
}

/** The editable data of a lead: name, phone, tags, and custom fields. */
export function LeadEditor({ contact }: { contact: Contact }) {
  const queries = useQueryClient();
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const refresh = () => queries.invalidateQueries({ queryKey: contactsApi.key() });
  const entity = useEntityForm({
    kind: "stays",
    row: contact,
    valuesOf: (row = contact) => valuesOf(row),
    checks: {},
    sentOf: ({ phone, score, ...values }) => ({ ...values, phone: phone || null, score: Number(score) || 0 }),
    send: (sent, about) => contactsApi.update.call({ ...about, ...sent }),
    fieldOf: ({ code, data }) =>
      code === "PHONE_INVALID"
        ? "phone"
        : code === "FIELD_INVALID"
          ? `fields.${(data as { field?: string })?.field}`
          : undefined,
    failure: "The lead couldn’t be saved. Try again.",
    onSaved: () => {
      toastSuccess({ message: "Lead saved." });
      void refresh();
    },
    onTaken: () => void refresh(),
  });
  const { form } = entity;
  const fields = settings.data?.fields ?? [];
  return (
    <form noValidate onSubmit={entity.submit}>
      <Stack gap="sm">
        <TextInput label="Name" {...form.getInputProps("name")} />
        <TextInput label="Phone" type="tel" {...form.getInputProps("phone")} />
        <TagsInput size="md" label="Tags" data={settings.data?.tags ?? []} {...form.getInputProps("tags")} />
        <NumberInput
          size="md"
          label="Score"
          description="Points from you and from rules. Segments can ask for them."
          allowDecimal={false}
          min={-SCORE_MAX}
          max={SCORE_MAX}
          {...form.getInputProps("score")}
        />
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            path={`fields.${field.key}`}
            value={getOwn(form.values.fields, field.key) ?? null}
            error={form.errors[`fields.${field.key}`]}
            onChange={(value) => form.setFieldValue(`fields.${field.key}`, value)}
          />
        ))}
        <ConflictNotice
          changed="This lead was changed somewhere else while you were editing it."
          entity={entity}
        />
        <FormFailure message={entity.failure} />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={entity.isSending}>
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
  path: string;
  value: FieldValue;
  error: ReactNode;
  onChange: (value: FieldValue) => void;
}

function FieldInput({ field: { label, type, choices }, path, value, error, onChange }: FieldInputProps) {
  const shared = { label, error, "data-path": path };
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
