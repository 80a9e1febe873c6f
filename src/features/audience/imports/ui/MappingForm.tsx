import { Button, Checkbox, Group, Radio, Select, Stack, TagsInput, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTimeZone } from "#src/features/identity/accounts/ui/shared/use-time-zone.ts";
import { Card } from "#src/kit/Card.tsx";
import { focusFirst } from "#src/kit/form/focus-first.ts";
import { toastError } from "#src/kit/toasts.tsx";
import type { Import } from "../contract.ts";
import { fieldKeyOf, STOP_TARGETS } from "../rules.ts";
import { TARGET_LABELS } from "./import-labels.ts";
import { contactsApi, importsApi, useUpdateImportCache } from "./import-queries.ts";
import { ParseOptionsCard } from "./ParseOptionsCard.tsx";

const IGNORED = "";
const CHOICES = [
  { value: IGNORED, label: "Don’t import" },
  ...Object.entries(TARGET_LABELS).map(([value, label]) => ({ value, label })),
];

/**
 * Returns a column's possible contents: every lead's fields, the custom ones, and a new one named after the
 * column.
 */
function choicesFor(header: string, fields: readonly { key: string; label: string }[]) {
  const own = fields.map(({ key, label }) => ({ value: `field:${key}`, label }));
  const key = fieldKeyOf(header);
  const isNew = key !== undefined && !fields.some((field) => field.key === key);
  const added = isNew ? [{ value: `field:${key}`, label: `New field “${header}”` }] : [];
  return [...CHOICES, { group: "Your fields", items: [...own, ...added] }];
}
/** Columns about suppressions. */
const STATES: readonly string[] = STOP_TARGETS;
const CONSENT_CHARS_MAX = 500;

interface Mapping {
  targets: string[];
  mode: Import["mode"];
  tags: string[];
  suppresses: boolean;
  starts_sequences: boolean;
  consent_text: string;
  consent: boolean;
}

/** The content of each column, and these people's consent. */
export function MappingForm({ shown, onSent }: { shown: Import; onSent: () => void }) {
  const show = useUpdateImportCache();
  const time_zone = useTimeZone();
  const form = useForm<Mapping>({
    initialValues: {
      targets: shown.columns.map(({ target }) => target ?? IGNORED),
      mode: shown.mode,
      tags: shown.tags,
      suppresses: shown.suppresses,
      starts_sequences: shown.starts_sequences,
      consent_text: shown.consent_text ?? "",
      consent: false,
    },
    validate: {
      targets: (targets) =>
        targets.includes("email") ? null : "Choose the column with the e-mail addresses.",
      consent_text: (text) => (text.trim() === "" ? "Say what they agreed to." : null),
      consent: (consent) => (consent ? null : "Without their consent, you may not e-mail them."),
    },
  });
  const send = useMutation({
    mutationFn: ({ targets, ...mapping }: Mapping) =>
      importsApi.map.call({
        id: shown.id,
        targets: targets.map((target) => target || null),
        time_zone,
        ...mapping,
      }),
    onSuccess: (changed) => {
      onSent();
      return show(changed);
    },
    onError: (error) => toastError(error, "We couldn’t check the file. Try again."),
  });
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values), focusFirst(form))} noValidate>
      <Stack>
        <ParseOptionsCard shown={shown} />
        <Card
          title={`Columns of ${shown.file_name}`}
          text="Check what we recognized. Columns that you don’t import are ignored."
        >
          <Columns
            columns={shown.columns}
            targets={form.values.targets}
            onChange={(targets) => form.setFieldValue("targets", targets)}
            error={form.errors.targets}
          />
        </Card>
        <Card title="People already on your list">
          <Radio.Group aria-label="People already on your list" {...form.getInputProps("mode")}>
            <Stack gap="xs">
              <Radio value="update" label="Update them" description="The file replaces what you have." />
              <Radio value="append" label="Fill in what’s missing" description="What you have stays." />
              <Radio value="skip" label="Leave them alone" />
            </Stack>
          </Radio.Group>
          <TagsInput
            size="md"
            label="Tags for everyone in the file"
            description="Press Enter after each."
            maxTags={20}
            {...form.getInputProps("tags")}
          />
        </Card>
        {STATES.some((target) => form.values.targets.includes(target)) && (
          <Card title="People who unsubscribed">
            <Checkbox
              label="Add people who unsubscribed to your suppression list"
              description="Also addresses that bounced and people who reported spam, if the file says so. None of them are imported."
              {...form.getInputProps("suppresses", { type: "checkbox" })}
            />
          </Card>
        )}
        <Card title="Sequences">
          <Checkbox
            label="Start sequences for these people"
            description="Those that begin with a tag or a stage that the import gives them. Otherwise nobody gets in by it."
            {...form.getInputProps("starts_sequences", { type: "checkbox" })}
          />
        </Card>
        <Card
          title="Consent"
          text="Kept with each person as proof. Anyone who unsubscribed from you stays unsubscribed."
        >
          <Textarea
            label="What did these people agree to, and where?"
            placeholder="They signed up for my newsletter at shows in 2025."
            autosize
            minRows={2}
            maxLength={CONSENT_CHARS_MAX}
            {...form.getInputProps("consent_text")}
          />
          <Checkbox
            label="Everyone in this file agreed to get e-mail from me"
            {...form.getInputProps("consent", { type: "checkbox" })}
          />
        </Card>
        <Group>
          <Button type="submit" loading={send.isPending}>
            Check file
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ColumnsProps {
  columns: Import["columns"];
  targets: readonly string[];
  onChange: (targets: string[]) => void;
  error: ReactNode;
}

function Columns({ columns, targets, onChange, error }: ColumnsProps) {
  const { data: settings } = useQuery(contactsApi.settings.queryOptions({}));
  // A target moves to the last column that it was chosen for, unless several may have it.
  const choose = (at: number, target: string) =>
    onChange(
      targets.map((one, index) =>
        index === at ? target : one === target && !STATES.includes(target) ? IGNORED : one,
      ),
    );
  // Two columns may have the same header.
  const rows = columns.map((column, at) => ({ ...column, at }));
  return (
    <Stack gap="sm">
      {rows.map(({ header, sample, part_of, at }) => (
        <Group key={at} gap="xs" justify="space-between" align="flex-start">
          <div style={{ flex: "1 1 12rem", minWidth: 0, overflowWrap: "anywhere" }}>
            <Text fw={600} size="sm">
              {header}
              {part_of !== null && (
                <Text span c="dimmed" fw={400}>
                  {` in ${part_of}`}
                </Text>
              )}
            </Text>
            <Text size="xs" c="dimmed" lineClamp={2}>
              {sample
                .filter((cell) => cell !== "")
                .slice(0, 3)
                .join(" · ") || "Empty in the first rows"}
            </Text>
          </div>
          <Select
            aria-label={`What ${header} holds`}
            data={choicesFor(header, settings?.fields ?? [])}
            value={targets[at] ?? IGNORED}
            onChange={(target) => choose(at, target ?? IGNORED)}
            allowDeselect={false}
            {...(at === 0 && { error, "data-path": "targets" })}
            w={{ base: "100%", xs: 300 }}
          />
        </Group>
      ))}
    </Stack>
  );
}
