import { Button, NumberInput, Select, Stack, Switch, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { AUTOMATION_NAME_CHARS_MAX, BUDGET_MAX } from "#src/features/email/automations/rules.ts";
import { SenderFields } from "#src/features/email/sequences/ui/shared/SenderFields.tsx";
import { plural } from "#src/kit/plural.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { ZONE_CHOICES } from "#src/kit/zone-choices.ts";
import { Part } from "./Part.tsx";
import { useRuleEditing } from "./rule-context.ts";

/** Who its e-mail is from. It's there if there's e-mail. */
export function SenderPart() {
  const { definition, catalog, change } = useRuleEditing();
  if (!definition.actions.some(({ type }) => type === "send")) return null;
  return (
    <Part title="Its e-mail is from" places={["sender"]}>
      <SenderFields sender={definition} onChange={(part) => change(() => part, "sender")} />
      <Select
        size="md"
        label="Topic"
        description="Who turned it off doesn’t get the e-mail."
        allowDeselect={false}
        data={catalog.topics.map(({ key, name }) => ({ value: key, label: name }))}
        value={definition.topic}
        onChange={(topic) => topic && change(() => ({ topic }))}
      />
    </Part>
  );
}

/** What few people change: its name, and how often it may run. */
export function SettingsPart({ nameProps }: { nameProps: GetInputPropsReturnType }) {
  const { definition, change } = useRuleEditing();
  const { budget, is_repeatable, time_zone } = definition;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Part
      title="Name and limits"
      text={`Runs up to ${plural(budget, "time")} a day`}
      places={["budget"]}
      action={
        <Button variant="default" size="sm" flex="none" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? "Done" : "Change"}
        </Button>
      }
    >
      {isOpen && (
        <Stack>
          <TextInput
            label="Name"
            description="Only your team sees it."
            maxLength={AUTOMATION_NAME_CHARS_MAX}
            {...nameProps}
          />
          <NumberInput
            size="md"
            w={220}
            label="Times a day at most"
            description="Days end at midnight UTC."
            min={1}
            max={BUDGET_MAX}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            {...SEPARATORS}
            value={budget}
            onChange={(typed) => {
              if (typeof typed === "number" && typed >= 1) change(() => ({ budget: typed }), "budget");
            }}
          />
          <Switch
            label="May run for the same fan more than once a minute"
            description="Otherwise only the first one counts, which also ends rules that go in circles."
            checked={is_repeatable}
            onChange={({ currentTarget: { checked } }) => change(() => ({ is_repeatable: checked }))}
          />
          <Select
            size="md"
            label="Time zone"
            description="For schedules, and for fans whose own we don’t know."
            searchable
            allowDeselect={false}
            data={
              ZONE_CHOICES.some(({ value }) => value === time_zone)
                ? ZONE_CHOICES
                : [{ value: time_zone, label: time_zone }, ...ZONE_CHOICES]
            }
            value={time_zone}
            onChange={(zone) => zone && change(() => ({ time_zone: zone }))}
          />
        </Stack>
      )}
    </Part>
  );
}
