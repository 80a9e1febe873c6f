import { Button, Group, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#src/kit/api-error.ts";
import { confirm } from "#src/kit/confirm.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { newId } from "#src/kit/new-id.ts";
import { plural } from "#src/kit/plural.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { usesWarning } from "#src/kit/uses.ts";
import type { FieldDefinition, FieldType } from "../../rules.ts";
import { contactsApi } from "../contact-queries.ts";

export function FieldsButton() {
  const [isOpen, setOpen] = useState(false);
  const settings = useQuery(contactsApi.settings.queryOptions({}));
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" disabled={!settings.data} onClick={() => setOpen(true)}>
        Edit fields…
      </Button>
      <FormDialog title="Fields of your leads" opened={isOpen} onClose={close}>
        {settings.data && <FieldsForm known={settings.data.fields} onClose={close} />}
      </FormDialog>
    </>
  );
}

const TYPES: { value: FieldType; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "date", label: "Date" },
  { value: "choice", label: "Choice" },
  { value: "bool", label: "Yes or no" },
  { value: "url", label: "URL" },
];

type Draft = FieldDefinition & { id: string };

function FieldsForm({ known, onClose }: { known: FieldDefinition[]; onClose: () => void }) {
  const queries = useQueryClient();
  const [fields, setFields] = useState<Draft[]>(() => known.map((field) => ({ ...field, id: field.key })));
  const send = useMutation({
    mutationFn: () => contactsApi.saveFields.call({ fields: fields.map(({ id: _, ...field }) => field) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: contactsApi.settings.key() });
      onClose();
      toastSuccess({ message: "Fields saved." });
    },
  });
  const [isUnnamed, setUnnamed] = useState(false);
  const change = (id: string, changes: Partial<FieldDefinition>) =>
    setFields(fields.map((field) => (field.id === id ? { ...field, ...changes } : field)));
  const failure = send.error
    ? errorMessage(send.error, "The fields couldn’t be saved. Try again.")
    : undefined;
  const save = async () => {
    const isMissing = fields.some(({ label }) => label.trim() === "");
    setUnnamed(isMissing);
    if (isMissing || send.isPending) return;
    if (await isSureToRemove(known.filter(({ key }) => !fields.some(({ id }) => id === key)))) send.mutate();
  };
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    void save();
  };
  return (
    <DialogForm
      entity={{ submit, failure, isSending: send.isPending }}
      action="Save fields"
      onClose={onClose}
    >
      {fields.map((field) => (
        <Stack key={field.id} gap="xs">
          <Group gap="xs" wrap="nowrap" align={isUnnamed ? "center" : "end"}>
            <TextInput
              flex={1}
              label="Name"
              value={field.label}
              error={isUnnamed && field.label.trim() === "" ? "Name this field." : undefined}
              onChange={({ currentTarget: { value } }) => change(field.id, named(field, value, known))}
            />
            <Select
              size="md"
              w={130}
              label="Type"
              allowDeselect={false}
              data={TYPES}
              value={field.type}
              onChange={(type) => type && change(field.id, { type: type as FieldType })}
            />
            <IconButton
              aria-label={`Remove ${field.label || "field"}`}
              onClick={() => setFields(fields.filter(({ id }) => id !== field.id))}
            >
              <IconTrash size={18} />
            </IconButton>
          </Group>
          {field.type === "choice" && (
            <TagsInput
              size="md"
              label="Choices"
              value={field.choices}
              onChange={(choices) => change(field.id, { choices })}
            />
          )}
        </Stack>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => setFields([...fields, { id: newId(), key: "", label: "", type: "text", choices: [] }])}
      >
        Add field
      </Button>
    </DialogForm>
  );
}

async function isSureToRemove(gone: readonly FieldDefinition[]): Promise<boolean> {
  const warning = await usesWarning(
    "fields",
    gone.map(({ key }) => key),
  );
  if (warning === undefined) return true;
  const title = `Remove ${plural(gone.length, "field")}?`;
  return confirm({ title, message: warning, confirm: "Remove", danger: true });
}

/** A new field's key follows its name; templates and imports rely on the key of a saved one. */
function named(field: Draft, label: string, known: readonly FieldDefinition[]): Partial<FieldDefinition> {
  if (known.some(({ key }) => key === field.id)) return { label };
  const plain = label.normalize("NFKD").toLowerCase();
  const key = plain
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|(?<!_)_+$/g, "")
    .slice(0, 50);
  return { label, key: key || `field_${field.id.slice(-12)}` };
}
