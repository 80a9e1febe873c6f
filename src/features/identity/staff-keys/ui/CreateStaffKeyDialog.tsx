import { Checkbox, Code, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";

import {
  LIFETIME_DAYS_MAX,
  NAME_CHARS_MAX,
  STAFF_SCOPE_NAMES,
  STAFF_SCOPES,
} from "#src/features/identity/staff-keys/rules.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { staffKeysApi, useStaffKeysRefresh } from "./staff-key-queries.ts";

interface CreateStaffKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onKey: (key: string) => void;
}

const EXPIRIES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a date" },
] as const;

/** The form's fields for each of the server's. */
const FIELDS: Record<string, "name" | "scopes" | "expiry"> = {
  STAFF_KEY_NAME_MISSING: "name",
  STAFF_KEY_SCOPES_MISSING: "scopes",
  STAFF_KEY_SCOPES_REFUSED: "scopes",
  STAFF_KEY_END_PAST: "expiry",
  STAFF_KEY_END_LATE: "expiry",
};

export function CreateStaffKeyDialog({ opened, onClose, onKey }: CreateStaffKeyDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create staff key">
      <CreateForm onClose={onClose} onKey={onKey} />
    </FormDialog>
  );
}

const EMPTY = { name: "", scopes: [] as string[], expiry: "90", date: "" };

/** Converts to the API's format. A date includes the whole day where the reader is. */
function sentOf({ name, scopes, expiry, date }: typeof EMPTY) {
  const at = expiry === "date" ? Date.parse(`${date}T23:59:59`) : Date.now() + Number(expiry) * DAY_MS;
  return {
    name,
    scopes: STAFF_SCOPE_NAMES.filter((scope) => scopes.includes(scope)),
    expires_at: new Date(at).toISOString(),
  };
}

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

function CreateForm({ onClose, onKey }: Omit<CreateStaffKeyDialogProps, "opened">) {
  const refresh = useStaffKeysRefresh();
  const [values, setValues] = useState(EMPTY);
  const [isDateMissing, setDateMissing] = useState(false);
  const change = (changes: Partial<typeof EMPTY>) => setValues({ ...values, ...changes });
  const send = useMutation({
    mutationFn: () => staffKeysApi.create.call(sentOf(values)),
    onSuccess: async ({ key }) => {
      await refresh();
      onClose();
      onKey(key);
    },
  });
  const { submit, failure, isSending } = formOf(send, "The key couldn’t be created. Try again.", () => {
    const isMissing = values.expiry === "date" && Number.isNaN(Date.parse(`${values.date}T23:59:59`));
    setDateMissing(isMissing);
    return !isMissing;
  });
  const field = FIELDS[apiErrorOf(send.error)?.code ?? ""];
  const errorAt = (name: typeof field) => (field === name ? failure : undefined);
  return (
    <DialogForm
      entity={{ submit, failure: field ? undefined : failure, isSending }}
      action="Create key"
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Where you’ll use it"
        data-autofocus
        maxLength={NAME_CHARS_MAX}
        value={values.name}
        error={errorAt("name")}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <ScopeChoice
        value={values.scopes}
        error={errorAt("scopes")}
        onChange={(scopes) => change({ scopes })}
      />
      <Select
        label="Expires"
        allowDeselect={false}
        data={EXPIRIES}
        value={values.expiry}
        error={values.expiry === "date" ? undefined : errorAt("expiry")}
        onChange={(expiry) => expiry && change({ expiry })}
      />
      {values.expiry === "date" && (
        <TextInput
          type="date"
          label="Last day"
          min={dayIn(0)}
          max={dayIn(LIFETIME_DAYS_MAX - 1)}
          value={values.date}
          error={isDateMissing ? "Choose a day." : errorAt("expiry")}
          onChange={({ currentTarget }) => change({ date: currentTarget.value })}
        />
      )}
    </DialogForm>
  );
}

interface ScopeChoiceProps {
  value: string[];
  error: string | undefined;
  onChange: (scopes: string[]) => void;
}

/** What one's own role has, by area. */
function ScopeChoice({ value, error, onChange }: ScopeChoiceProps) {
  const role = useMe()?.role ?? "";
  return (
    <Checkbox.Group label="What it may do" value={value} error={error} onChange={onChange}>
      <Stack gap="md" mt="xs">
        {STAFF_SCOPES.filter(({ area }) => isStaffFor(role, area)).map(({ area, label, read, write }) => (
          <Stack key={area} gap="xs" role="group" aria-label={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            {read !== undefined && (
              <Checkbox
                value={`staff:${area}:read`}
                label={read}
                description={<Code>{`staff:${area}:read`}</Code>}
              />
            )}
            {write !== undefined && (
              <Checkbox
                value={`staff:${area}:write`}
                label={write}
                description={<Code>{`staff:${area}:write`}</Code>}
              />
            )}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
