import { Paper, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { REASON_CHARS_MAX, type Setting, type Settings } from "#src/features/instance/settings/contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { ConflictNotice } from "#src/kit/form/ConflictNotice.tsx";
import { ReasonField } from "#src/kit/form/ReasonField.tsx";
import { SaveActions } from "#src/kit/form/SaveActions.tsx";
import { useEntityForm } from "#src/kit/form/use-entity-form.ts";
import { SearchField } from "#src/kit/SearchField.tsx";
import { toastError, toastUndo } from "#src/kit/toasts.tsx";
import { SETTING_GROUPS } from "#src/lib/setting.ts";
import { ChangesDialog } from "./ChangesDialog.tsx";
import {
  changesOf,
  conflictsOf,
  conflictWords,
  updateOf,
  type Values,
  valuesOf,
} from "./changed-settings.ts";
import { SettingRow } from "./SettingRow.tsx";
import classes from "./Settings.module.css";
import { GROUP_LABELS, isFound } from "./setting-words.ts";
import { settingsApi } from "./shared/settings-queries.ts";

/** All settings share one row in the form. */
type Row = Settings & { id: string };
const rowOf = (settings: Settings): Row => ({ ...settings, id: "settings" });

export function SettingsForm({ settings }: { settings: Settings }) {
  const reason = useRef("");
  const { entity, form, dropMine } = useSettingsForm(settings, reason);
  const [words, setWords] = useState("");
  const [looked, setLooked] = useState<Setting | null>(null);
  const values = form.getValues();
  const saved = form.getInitialValues();
  // What is wrong or unsaved stays in view.
  const shown = settings.items.filter(
    (setting) =>
      form.errors[setting.name] || values[setting.name] !== saved[setting.name] || isFound(setting, words),
  );
  const takesReason = settings.items.some((one) => one.takes_reason && values[one.name] !== saved[one.name]);
  return (
    <Stack maw={640}>
      {/* Not in the form, because Enter would save it. */}
      <SearchField label="Search settings" placeholder="Search settings" onSearch={setWords} />
      <form onSubmit={entity.submit} noValidate aria-label="Settings" className={classes.form}>
        <Stack>
          {shown.length === 0 && <Text c="dimmed">No setting has these words.</Text>}
          {SETTING_GROUPS.map((group) => (
            <SettingGroup
              key={group}
              label={GROUP_LABELS[group]}
              items={shown.filter((one) => one.group === group)}
            >
              {(setting) => (
                <SettingRow
                  key={setting.name}
                  setting={setting}
                  saved={saved[setting.name] ?? ""}
                  field={form.getInputProps(setting.name)}
                  onHistory={() => setLooked(setting)}
                />
              )}
            </SettingGroup>
          ))}
          <ConflictNotice changed={entity.conflict} entity={{ ...entity, takeTheirs: dropMine }} />
          <FormFailure message={entity.failure} />
          <Paper withBorder radius="lg" p="sm" className={classes.bar}>
            <Stack gap="sm">
              {takesReason && <ReasonOfChange reason={reason} />}
              <SaveActions dirty={form.isDirty()} sending={entity.isSending} onDiscard={entity.discard} />
            </Stack>
          </Paper>
        </Stack>
      </form>
      {looked && (
        <ChangesDialog
          setting={looked}
          onPick={(text) => {
            form.setFieldValue(looked.name, text);
            setLooked(null);
          }}
          onClose={() => setLooked(null)}
        />
      )}
    </Stack>
  );
}

/** Some settings aren't changed without a reason. */
function ReasonOfChange({ reason }: { reason: RefObject<string> }) {
  const [text, setText] = useState("");
  useEffect(() => {
    reason.current = text;
    return () => {
      reason.current = "";
    };
  }, [reason, text]);
  return (
    <ReasonField
      description="For what plans include. Staff read this in the history."
      minRows={1}
      maxRows={3}
      maxLength={REASON_CHARS_MAX}
      value={text}
      onChange={setText}
    />
  );
}

interface SettingGroupProps {
  label: string;
  items: readonly Setting[];
  children: (setting: Setting) => ReactNode;
}

function SettingGroup({ label, items, children }: SettingGroupProps) {
  if (items.length === 0) return null;
  return (
    <Card title={label}>
      <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: "none" }}>
        {items.map(children)}
      </Stack>
    </Card>
  );
}

/** The form's state. What others change meanwhile is only replaced by someone who has seen it. */
function useSettingsForm(settings: Settings, reason: RefObject<string>) {
  const announce = useSavedToast();
  const initial = useRef<Values>(valuesOf(settings));
  const known = useRef(settings.updated_at);
  const entity = useEntityForm({
    kind: "stays",
    row: rowOf(settings),
    valuesOf: (row = rowOf(settings)) => valuesOf(row),
    checks: {},
    sentOf: (values) => changesOf(values, initial.current),
    send: async (changes, _, over = rowOf(settings)) => {
      const sent = updateOf(changes, over.items);
      const row = rowOf(await settingsApi.update.call({ ...sent, reason: reason.current }));
      known.current = row.updated_at;
      announce(sent, row);
      return row;
    },
    failure: "The settings couldn’t be saved.",
    onSaved: () => undefined,
  });
  const { form, theirs, takeTheirs } = entity;
  useFresh(form, settings, known);
  initial.current = form.getInitialValues();
  const mine = { values: form.getValues(), initial: initial.current };
  const conflicts = theirs ? conflictsOf(theirs.items, mine) : [];
  /** Drops only what they have changed, too. */
  const dropMine = () => {
    const kept = changesOf(mine.values, mine.initial);
    takeTheirs();
    for (const [name, text] of Object.entries(kept)) {
      if (!conflicts.some((one) => one.name === name)) form.setFieldValue(name, text);
    }
  };
  return { form, dropMine, entity: { ...entity, conflict: conflictWords(conflicts) } };
}

/**
 * While something is unsaved, what others change elsewhere comes into the form as soon as it's known. `known` is the
 * time of the latest change in the form.
 */
function useFresh(
  form: UseFormReturnType<Record<string, string>>,
  settings: Settings,
  known: RefObject<string>,
) {
  useEffect(() => {
    if (settings.updated_at <= known.current) return;
    known.current = settings.updated_at;
    const initial = form.getInitialValues();
    const mine = changesOf(form.getValues(), initial);
    if (Object.keys(mine).length === 0) return;
    const fresh = valuesOf(settings);
    for (const name of Object.keys(mine)) fresh[name] = initial[name] ?? "";
    form.setInitialValues(fresh);
    form.setValues({ ...fresh, ...mine });
    form.resetDirty(fresh);
  });
}

/** Says that it's saved, and takes it back if nobody has changed it again. */
function useSavedToast() {
  const queries = useQueryClient();
  // Names, colors, and limits are on every screen.
  const refresh = () => queries.invalidateQueries();
  return ({ values, seen }: ReturnType<typeof updateOf>, { items }: Row) => {
    if (Object.keys(values).length === 0) return;
    void refresh();
    const saved = items.filter(({ name }) => values[name] !== undefined);
    const undo = updateOf(seen, saved);
    toastUndo("Saved. It’s live everywhere.", () => {
      settingsApi.update
        .call({ ...undo, reason: "Took back the last change" })
        .then(refresh, (error: unknown) => {
          toastError(error, "That couldn’t be undone.");
        });
    });
  };
}
