import { Checkbox, MultiSelect, Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { KEY_NAME_CHARS_MAX, SCOPES } from "#src/features/identity/api-keys/rules.ts";
import { profilesQuery } from "#src/features/pages/profiles/ui/shared/profile-queries.ts";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { SCOPE_NAMES } from "#src/lib/access.ts";
import { keysApi, useKeysRefresh } from "./key-queries.ts";

interface CreateKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onKey: (key: string) => void;
}

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a date" },
  { value: "never", label: "Never" },
] as const;

/** The form's fields for each of the server's. */
const FIELDS: Record<string, "name" | "scopes" | "profiles" | "expiry"> = {
  KEY_NAME_MISSING: "name",
  KEY_SCOPES_MISSING: "scopes",
  KEY_PROFILES_MISSING: "profiles",
  PROFILE_NOT_FOUND: "profiles",
  KEY_EXPIRY_PAST: "expiry",
};

export function CreateKeyDialog({ opened, onClose, onKey }: CreateKeyDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create API key">
      <CreateKeyForm onClose={onClose} onKey={onKey} />
    </FormDialog>
  );
}

const EMPTY = {
  name: "",
  scopes: ["account.see", "profiles.see", "links.see", "analytics.see"] as string[],
  profileIds: [] as string[],
  expiry: "90",
  date: "",
};

/**
 * Converts to the API's format. No chosen profiles means all of them, and a date includes the whole day where
 * the reader is.
 */
function sentOf({ name, scopes, profileIds, expiry, date }: typeof EMPTY) {
  const at = expiry === "date" ? Date.parse(`${date}T23:59:59`) : Date.now() + Number(expiry) * DAY_MS;
  return {
    name,
    scopes: SCOPE_NAMES.filter((scope) => scopes.includes(scope)),
    profile_ids: profileIds.length === 0 ? null : profileIds,
    expires_at: expiry === "never" || Number.isNaN(at) ? null : new Date(at).toISOString(),
  };
}

function CreateKeyForm({ onClose, onKey }: Omit<CreateKeyDialogProps, "opened">) {
  const refresh = useKeysRefresh();
  const { data } = useQuery(profilesQuery());
  const [values, setValues] = useState(EMPTY);
  const [isDateMissing, setDateMissing] = useState(false);
  const change = (changes: Partial<typeof EMPTY>) => setValues({ ...values, ...changes });
  const send = useMutation({
    mutationFn: () => keysApi.create.call(sentOf(values)),
    onSuccess: async ({ key }) => {
      await refresh();
      onClose();
      onKey(key);
    },
  });
  const { submit, failure, isSending } = formOf(send, "The key couldn’t be created. Try again.", () => {
    const isMissing = values.expiry === "date" && values.date === "";
    setDateMissing(isMissing);
    return !isMissing;
  });
  const field = FIELDS[apiErrorOf(send.error)?.code ?? ""];
  const errorAt = (name: typeof field) => (field === name ? failure : undefined);
  const entity = { submit, failure: field ? undefined : failure, isSending };
  return (
    <DialogForm entity={entity} action="Create key" onClose={onClose}>
      <TextInput
        label="Name"
        placeholder="Where you’ll use it"
        data-autofocus
        maxLength={KEY_NAME_CHARS_MAX}
        value={values.name}
        error={errorAt("name")}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Checkbox.Group
        label="What it may do"
        value={values.scopes}
        error={errorAt("scopes")}
        onChange={(scopes) => change({ scopes })}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map(({ permission, label, hint }) => (
            <Checkbox key={permission} value={permission} label={label} description={hint} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Profiles"
        description="All of them, unless you choose some."
        searchable
        clearable
        nothingFoundMessage="No profile by that name."
        data={(data?.items ?? []).map(({ id, name, username }) => ({
          value: id,
          label: `${name} (/${username})`,
        }))}
        value={values.profileIds}
        error={errorAt("profiles")}
        onChange={(profileIds) => change({ profileIds })}
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
          value={values.date}
          error={isDateMissing ? "Choose a day." : errorAt("expiry")}
          onChange={({ currentTarget }) => change({ date: currentTarget.value })}
        />
      )}
    </DialogForm>
  );
}
