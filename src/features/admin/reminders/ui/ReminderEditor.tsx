import { Badge, Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { VersionFields } from "#src/features/admin/notifications/ui/shared/studio-parts.ts";
import type { Reminder, Settings } from "#src/features/admin/reminders/contract.ts";
import { REMINDERS } from "#src/features/admin/reminders/rules.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { toastError, toastSuccess } from "#src/kit/toasts.tsx";
import { ReminderFields } from "./ReminderFields.tsx";
import { ReminderFigures } from "./ReminderFigures.tsx";
import { ReminderPreview } from "./ReminderPreview.tsx";
import { ReminderReach } from "./ReminderReach.tsx";
import { remindersApi, useRemindersRefresh } from "./reminder-queries.ts";

const SwitchDialog = lazyDialog(async () => (await import("./SwitchDialog.tsx")).SwitchDialog);

/** One reminder. It’s saved before it’s tested or switched on. */
export function ReminderEditor({ reminder }: { reminder: Reminder }) {
  const { rule, is_on } = reminder;
  const [settings, setSettings] = useState<Settings>(reminder);
  const [isTurning, setTurning] = useState(false);
  const change = (changes: Partial<Settings>) => setSettings((latest) => ({ ...latest, ...changes }));
  const refresh = useRemindersRefresh();
  const store = async () => {
    const { delay_days, channels, repeat_days, times_max, versions } = settings;
    await remindersApi.save.call({ rule, delay_days, channels, repeat_days, times_max, versions });
    await refresh();
  };
  const save = useMutation({ mutationFn: store, onSuccess: () => toastSuccess({ message: "Saved" }) });
  const test = useMutation({
    mutationFn: async () => {
      await store();
      return remindersApi.test.call({ rule });
    },
    onSuccess: () => toastSuccess({ message: "Sent to you, in each language" }),
    onError: (error) => toastError(error, "That couldn’t be sent. Try again."),
  });
  const prepare = useMutation({ mutationFn: store, onSuccess: () => setTurning(true) });
  const turnOn = () => prepare.mutate();
  const failed = save.error ?? prepare.error;
  const { label, text } = REMINDERS[rule];
  return (
    <>
      <PageTitle
        title={label}
        actions={
          <Badge size="lg" variant="light" color={is_on ? "teal" : "gray"}>
            {is_on ? "On" : "Off"}
          </Badge>
        }
      >
        {text}
      </PageTitle>
      <Stack>
        <ReminderFields rule={rule} settings={settings} onChange={change} />
        <Card title="What it says">
          <VersionFields versions={settings.versions} onVersions={(versions) => change({ versions })} />
        </Card>
        <ReminderPreview rule={rule} settings={settings} />
        <ReminderReach rule={rule} settings={settings} />
        <ReminderFigures rule={rule} />
        <FormFailure
          message={failed ? errorMessage(failed, "That couldn’t be saved. Try again.") : undefined}
        />
        <Group gap="xs">
          {is_on ? (
            <Button color="red" variant="light" onClick={() => setTurning(true)}>
              Switch off…
            </Button>
          ) : (
            <Button loading={prepare.isPending} onClick={turnOn}>
              Switch on…
            </Button>
          )}
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test on yourself
          </Button>
        </Group>
      </Stack>
      {isTurning && (
        <SwitchDialog opened onClose={() => setTurning(false)} rule={rule} settings={settings} isOn={is_on} />
      )}
    </>
  );
}
