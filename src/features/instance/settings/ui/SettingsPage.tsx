import "#src/kit/deferred.css";
import { Alert, Code, Paper, Skeleton, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Notice, Setting } from "#src/features/instance/settings/contract.ts";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastSuccess } from "#src/kit/toasts.tsx";
import { SettingField } from "./SettingField.tsx";
import { settingsApi } from "./shared/settings-queries.ts";

/** `/admin/settings`: the founder's settings for the whole instance. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsApi.list.queryOptions());
  return (
    <>
      <PageTitle title="Instance settings">For everyone on this instance</PageTitle>
      {!data && !error && <Skeleton h={480} radius="lg" />}
      {!data && error && (
        <ErrorPanel error={error} fallback="We couldn’t load the settings." onRetry={() => void refetch()} />
      )}
      {data?.notices.map((notice) => (
        <EnvironmentNotice key={notice.line} notice={notice} />
      ))}
      {data && <SettingsForm items={data.items} />}
    </>
  );
}

function EnvironmentNotice({ notice: { message, line } }: { notice: Notice }) {
  return (
    <Alert color="brass" variant="light" mb="sm" maw={640} icon={<IconAlertTriangle />} title={message}>
      {line && <Code>{line}</Code>}
    </Alert>
  );
}

/** All settings share one row in the form, and the last save wins. */
interface Row {
  id: string;
  updated_at: string;
  items: Setting[];
}
const rowOf = (items: Setting[]): Row => ({ id: "settings", updated_at: "", items });

const valuesOf = ({ items }: Row): Record<string, string> =>
  Object.fromEntries(items.map(({ name, value }) => [name, value]));

function SettingsForm({ items }: { items: Setting[] }) {
  const queries = useQueryClient();
  const { form, submit, discard, failure, isSending } = useEntityForm({
    kind: "stays",
    row: rowOf(items),
    valuesOf: (row = rowOf(items)) => valuesOf(row),
    checks: {},
    sentOf: (values) => changesOf(items, values),
    send: async (values) => rowOf((await settingsApi.update.call({ values })).items),
    failure: "The settings couldn’t be saved.",
    onSaved: () => {
      toastSuccess({ message: "Saved. It’s live everywhere." });
      // Names, colors, and limits are on every screen.
      void queries.invalidateQueries();
    },
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Settings">
      <Paper withBorder radius="lg" p={{ base: "md", xs: "lg" }} maw={640}>
        <Stack gap="lg">
          {items.map((setting) => (
            <SettingField key={setting.name} setting={setting} field={form.getInputProps(setting.name)} />
          ))}
          <FormFailure message={failure} />
          <SaveActions dirty={form.isDirty()} sending={isSending} onDiscard={discard} />
        </Stack>
      </Paper>
    </form>
  );
}

/** Returns the changed values. Typing the default again resets the setting to it. */
function changesOf(items: Setting[], values: Record<string, string>): Record<string, string | null> {
  const changed = items.filter(({ name, value }) => values[name] !== value);
  return Object.fromEntries(
    changed.map((setting) => {
      const typed = values[setting.name] ?? "";
      return [setting.name, typed === setting.default ? null : typed];
    }),
  );
}
