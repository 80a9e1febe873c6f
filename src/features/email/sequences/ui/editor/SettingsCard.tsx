import { Button, Divider, Group, Paper, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useId } from "react";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Problem } from "#src/features/email/sequences/definition-contract.ts";
import type { Definition } from "#src/features/email/sequences/definition-rules.ts";
import {
  LATE_HOURS_MAX,
  REENTRIES,
  type Reentry,
  SEQUENCE_NAME_CHARS_MAX,
} from "#src/features/email/sequences/rules.ts";
import { plural } from "#src/kit/plural.ts";
import { ZONE_CHOICES } from "#src/kit/zone-choices.ts";
import { TriggerFields } from "../fields/TriggerFields.tsx";
import { describeTrigger } from "../fields/trigger-labels.ts";
import { ConditionField } from "../shared/ConditionField.tsx";
import { Problems } from "../shared/Problems.tsx";
import { SenderFields, useOnlySender } from "../shared/SenderFields.tsx";
import { TimeField } from "../shared/WaitFields.tsx";
import type { Change } from "./use-sequence-form.ts";

interface SettingsCardProps {
  definition: Definition;
  catalog: Catalog;
  nameProps: GetInputPropsReturnType;
  problems: readonly Problem[];
  startsOpen: boolean;
  onChange: (change: Change, mark?: string) => void;
}

const REENTRY_LABELS: Readonly<Record<Reentry, string>> = {
  never: "Never: once is enough",
  after_end: "Once they’re through or have left",
  always: "Always: they start over",
};

/** What the sequence is about: one sentence, until somebody wants to change it. */
export function SettingsCard(props: SettingsCardProps) {
  const { definition, catalog, problems, startsOpen, onChange } = props;
  // Without this, a check would ask for what the closed settings choose as they're opened.
  useOnlySender(
    { sender: definition, onChange: (part) => onChange(() => part, "sender") },
    problems.some(({ where }) => where === "sender"),
  );
  const [isOpen, { toggle }] = useDisclosure(startsOpen);
  const id = useId();
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }} aria-label="Settings">
      <Stack>
        <Group justify="space-between" gap="sm" align="start" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
            <Text fw={600} size="lg">
              Starts when
            </Text>
            <Text size="sm">{startWords(definition, catalog)}</Text>
          </div>
          <Button
            variant="default"
            size="sm"
            flex="none"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={toggle}
          >
            {isOpen ? "Done" : "Settings"}
          </Button>
        </Group>
        {!isOpen && <Problems problems={problems} />}
        <div id={id} hidden={!isOpen}>
          {isOpen && <Fields {...props} />}
        </div>
      </Stack>
    </Paper>
  );
}

function startWords({ triggers }: Definition, catalog: Catalog): string {
  if (triggers.length === 0) return "You add people by hand.";
  return triggers.map((trigger) => describeTrigger(trigger, catalog)).join(" · ");
}

interface PartProps {
  title: string;
  problems?: readonly Problem[];
  children: ReactNode;
}

function Part({ title, problems = [], children }: PartProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Divider />
      <Text component="h2" size="md" fw={600} m={0}>
        {title}
      </Text>
      {children}
      <Problems problems={problems} />
    </Stack>
  );
}

function Fields({ definition, catalog, nameProps, problems, onChange }: SettingsCardProps) {
  const at = (...places: string[]) => problems.filter(({ where }) => places.includes(where));
  const set = (part: Partial<Definition>) => onChange(() => part, Object.keys(part).join());
  return (
    <Stack gap="lg">
      <TextInput
        label="Name"
        description="Only your team sees it."
        maxLength={SEQUENCE_NAME_CHARS_MAX}
        {...nameProps}
      />
      <Part title="What starts it" problems={at("triggers")}>
        <TriggerFields
          triggers={definition.triggers}
          catalog={catalog}
          onTriggers={(triggers) => set({ triggers })}
        />
        <Select
          size="md"
          label="May the same person get in again?"
          allowDeselect={false}
          data={REENTRIES.map((value) => ({ value, label: REENTRY_LABELS[value] }))}
          value={definition.reentry}
          onChange={(reentry) => set({ reentry: reentry as Reentry })}
        />
      </Part>
      <Part title="From" problems={at("sender")}>
        <SenderFields sender={definition} onChange={set} />
        <Select
          size="md"
          label="Topic"
          description="Who turned it off doesn’t get the e-mail."
          allowDeselect={false}
          data={catalog.topics.map(({ key, name }) => ({ value: key, label: name }))}
          value={definition.topic}
          onChange={(topic) => topic && set({ topic })}
        />
      </Part>
      <Part title="Sending hours">
        <HoursFields definition={definition} onChange={set} />
        <LateField definition={definition} onChange={set} />
      </Part>
      <Part title="When people leave early" problems={at("exits", "goal")}>
        <LeavingFields definition={definition} catalog={catalog} onChange={set} />
      </Part>
    </Stack>
  );
}

interface SomeFieldsProps {
  definition: Definition;
  onChange: (part: Partial<Definition>) => void;
}

function HoursFields({ definition: { hours, time_zone }, onChange }: SomeFieldsProps) {
  return (
    <>
      <Switch
        label="Only at certain hours of their day"
        description="E-mail that’s due outside of them waits."
        checked={hours !== null}
        onChange={({ currentTarget }) =>
          onChange({ hours: currentTarget.checked ? { from: "09:00", to: "20:00" } : null })
        }
      />
      {hours !== null && (
        <Group gap="xs">
          <TimeField
            label="From"
            value={hours.from}
            onChange={(from) => onChange({ hours: { ...hours, from } })}
          />
          <TimeField
            label="Until"
            value={hours.to}
            onChange={(to) => onChange({ hours: { ...hours, to } })}
          />
        </Group>
      )}
      <Select
        size="md"
        label="Time zone for fans whose own we don’t know"
        searchable
        allowDeselect={false}
        data={
          ZONE_CHOICES.some(({ value }) => value === time_zone)
            ? ZONE_CHOICES
            : [{ value: time_zone, label: time_zone }, ...ZONE_CHOICES]
        }
        value={time_zone}
        onChange={(zone) => zone && onChange({ time_zone: zone })}
      />
    </>
  );
}

const LATE_CHOICES = [1, 3, 12, 24, 72, LATE_HOURS_MAX];

function LateField({ definition, onChange }: SomeFieldsProps) {
  const { late_hours = null } = definition;
  const choices =
    late_hours === null || LATE_CHOICES.includes(late_hours) ? LATE_CHOICES : [late_hours, ...LATE_CHOICES];
  return (
    <Select
      size="md"
      label="If an e-mail couldn’t go out in time because nothing was running"
      allowDeselect={false}
      data={[
        { value: "", label: "Send it, however late" },
        ...choices.map((hours) => ({
          value: String(hours),
          label: `Leave it out if it’s more than ${plural(hours, "hour")} late`,
        })),
      ]}
      value={late_hours === null ? "" : String(late_hours)}
      onChange={(hours) => onChange({ late_hours: hours ? Number(hours) : null })}
    />
  );
}

function LeavingFields({ definition, catalog, onChange }: SomeFieldsProps & { catalog: Catalog }) {
  const { exits, goal } = definition;
  return (
    <>
      <Text size="sm">Whoever unsubscribes or bounces always leaves.</Text>
      <Switch
        label="When they reply"
        checked={exits.is_replied}
        onChange={({ currentTarget }) => onChange({ exits: { ...exits, is_replied: currentTarget.checked } })}
      />
      <Switch
        label="When they buy something"
        checked={exits.is_ordered}
        onChange={({ currentTarget }) => onChange({ exits: { ...exits, is_ordered: currentTarget.checked } })}
      />
      <ConditionField
        label="When this is true"
        isOptional
        value={exits.condition}
        catalog={catalog}
        onChange={(condition) => onChange({ exits: { ...exits, condition } })}
      />
      <ConditionField
        label="Goal"
        description="Whoever reaches it leaves as well, and you see how many do."
        isOptional
        value={goal}
        catalog={catalog}
        onChange={(condition) => onChange({ goal: condition })}
      />
    </>
  );
}
