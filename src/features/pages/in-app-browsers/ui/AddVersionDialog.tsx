import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiErrorOf } from "#src/kit/api-error.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { formOf } from "#src/kit/form/form-of.ts";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { saysVersion } from "../app-version-rules.ts";
import { EXIT_PLATFORMS, type ExitMethod, type ExitPlatform } from "../rules.ts";
import type { WaysOutRow } from "../ways-out-contract.ts";
import { APPS_LEFT, SYSTEM_LABELS } from "../ways-out-rules.ts";
import { WayFields } from "./WayFields.tsx";
import { waysOutApi } from "./ways-out-client.ts";

interface AddVersionDialogProps {
  opened: boolean;
  onClose: () => void;
  rows: readonly WaysOutRow[];
}

/** Chooses ways out for an app’s versions from one on, such as those in which the usual one stopped working. */
export function AddVersionDialog({ opened, onClose, rows }: AddVersionDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Add version">
      <VersionForm onClose={onClose} rows={rows} />
    </FormDialog>
  );
}

const APPS = APPS_LEFT.filter(({ key }) => saysVersion(key)).map(({ key, label }) => ({ value: key, label }));
const SYSTEMS = EXIT_PLATFORMS.map((value) => ({ value, label: SYSTEM_LABELS[value] }));

function VersionForm({ onClose, rows }: Omit<AddVersionDialogProps, "opened">) {
  const queries = useQueryClient();
  const waysOf = (app: string, os: ExitPlatform): ExitMethod[] =>
    rows.find((row) => row.app === app && row.os === os && row.from_version === "")?.ways ?? [];
  const [{ app, os, from_version, ways }, setValues] = useState({
    app: APPS[0]?.value ?? "",
    os: "ios" as ExitPlatform,
    from_version: "",
    ways: waysOf(APPS[0]?.value ?? "", "ios"),
  });
  const send = useMutation({
    // An empty version would stand for all of them.
    mutationFn: () =>
      waysOutApi.update.call({ app, os, from_version: from_version.trim() || "-", ways, seen: null }),
    onSuccess: () => {
      onClose();
      toastSuccess({ message: "Saved. Visitors see it within two seconds." });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: waysOutApi.key() }),
  });
  const { submit, failure, isSending } = formOf(send, "That couldn’t be saved. Try again.");
  const isTaken = apiErrorOf(send.error)?.code === "WAYS_CHANGED_MEANWHILE";
  const isVersion = apiErrorOf(send.error)?.code === "VERSION_INVALID" || isTaken;
  return (
    <DialogForm
      entity={{ submit, failure: isVersion ? undefined : failure, isSending }}
      action="Save"
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label="App"
        data={APPS}
        value={app}
        onChange={({ currentTarget: { value } }) =>
          setValues({ app: value, os, from_version, ways: waysOf(value, os) })
        }
      />
      <NativeSelect
        size="md"
        label="System"
        data={SYSTEMS}
        value={os}
        onChange={({ currentTarget: { value } }) => {
          const chosen = EXIT_PLATFORMS.find((known) => known === value) ?? "ios";
          setValues({ app, os: chosen, from_version, ways: waysOf(app, chosen) });
        }}
      />
      <TextInput
        size="md"
        label="From version"
        description="The oldest version that this is for. Newer ones follow it, too."
        placeholder="424.1"
        inputMode="decimal"
        maxLength={8}
        dir="ltr"
        value={from_version}
        error={isTaken ? "This version is in the list already. Edit it there." : isVersion && failure}
        onChange={({ currentTarget: { value } }) => setValues({ app, os, from_version: value, ways })}
      />
      <WayFields
        app={app}
        os={os}
        ways={ways}
        onChange={(chosen) => setValues({ app, os, from_version, ways: chosen })}
      />
    </DialogForm>
  );
}
