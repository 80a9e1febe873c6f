import {
  Anchor,
  Autocomplete,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Trigger } from "#src/features/email/automations/definition-rules.ts";
import { DateFields } from "#src/features/email/sequences/ui/shared/DateFields.tsx";
import { NamedField } from "#src/features/email/sequences/ui/shared/NamedField.tsx";
import { SEPARATORS } from "#src/kit/separators.ts";
import { PATHS } from "#src/lib/paths.ts";
import { useRuleEditing } from "./rule-context.ts";
import { ScheduleFields } from "./ScheduleFields.tsx";

const INACTIVE_DAYS_MAX = 3650;

interface TriggerFieldsProps {
  trigger: Trigger;
  onChange: (trigger: Trigger) => void;
}

/** The fields of what starts a rule. */
export function TriggerFields({ trigger, onChange }: TriggerFieldsProps) {
  const { catalog } = useRuleEditing();
  switch (trigger.type) {
    case "page_opened":
    case "lead":
      return (
        <AnyOf
          label="Pages"
          any="Any of your pages"
          items={catalog.pages}
          value={trigger.profile_ids}
          onChange={(profile_ids) => onChange({ ...trigger, profile_ids })}
        />
      );
    case "link_clicked":
      return (
        <AnyOf
          label="Links"
          any="Any of your links"
          items={catalog.links}
          value={trigger.link_ids}
          onChange={(link_ids) => onChange({ ...trigger, link_ids })}
        />
      );
    case "mail_sent":
    case "mail_opened":
    case "mail_clicked":
      return (
        <AnyOf
          label="Campaigns"
          any="Any campaign"
          items={catalog.campaigns}
          value={trigger.campaign_ids}
          onChange={(campaign_ids) => onChange({ ...trigger, campaign_ids })}
        />
      );
    case "tag":
    case "field":
    case "unsubscribed":
      return <ValueFields trigger={trigger} onChange={onChange} />;
    case "stage":
    case "segment":
      return <MovedFields trigger={trigger} onChange={onChange} />;
    case "date":
      return (
        <DateFields
          trigger={trigger}
          catalog={catalog}
          onChange={(changed) => onChange({ ...trigger, ...changed })}
        />
      );
    case "inactive":
      return (
        <NumberInput
          size="md"
          w={180}
          label="Days without anything"
          min={1}
          max={INACTIVE_DAYS_MAX}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          {...SEPARATORS}
          value={trigger.days}
          onChange={(typed) =>
            typeof typed === "number" && typed >= 1 && onChange({ ...trigger, days: typed })
          }
        />
      );
    case "webhook":
      return <WebhookField trigger={trigger} onChange={onChange} />;
    case "schedule":
      return <ScheduleFields trigger={trigger} onChange={onChange} />;
    default:
      return null;
  }
}

interface AnyOfProps {
  label: string;
  /** What's meant if nothing is chosen. */
  any: string;
  items: readonly { id: string; name: string }[];
  value: string[];
  onChange: (ids: string[]) => void;
}

function AnyOf({ label, any, items, value, onChange }: AnyOfProps) {
  const gone = value.filter((id) => !items.some((item) => item.id === id));
  return (
    <MultiSelect
      size="md"
      aria-label={label}
      placeholder={value.length === 0 ? any : ""}
      searchable
      nothingFoundMessage="Nothing found"
      data={[
        ...items.map(({ id, name }) => ({ value: id, label: name })),
        ...gone.map((id) => ({ value: id, label: "Not there anymore" })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

type Of<Type extends Trigger["type"]> = Extract<Trigger, { type: Type }>;

interface SomeProps<Type extends Trigger["type"]> {
  trigger: Of<Type>;
  onChange: (trigger: Trigger) => void;
}

function WebhookField({ trigger, onChange }: SomeProps<"webhook">) {
  const { catalog } = useRuleEditing();
  if (catalog.webhooks.length === 0)
    return (
      <Text size="sm">
        Other programs call a URL of yours, which you add first.{" "}
        <Anchor inherit renderRoot={(props) => <Link {...props} to={PATHS.incomingWebhooks} />}>
          Go to incoming webhooks
        </Anchor>
      </Text>
    );
  return (
    <NamedField
      label="Incoming webhook"
      items={catalog.webhooks}
      value={trigger.webhook_id}
      onChange={(webhook_id) => onChange({ ...trigger, webhook_id })}
    />
  );
}

const TAG_CHARS_MAX = 50;
const ANY_TOPIC = "any";

function ValueFields({ trigger, onChange }: SomeProps<"tag" | "field" | "unsubscribed">) {
  const { catalog } = useRuleEditing();
  if (trigger.type === "tag")
    return (
      <Stack gap="xs">
        <SegmentedControl
          aria-label="What happens"
          style={{ alignSelf: "start" }}
          data={[
            { value: "added", label: "They get it" },
            { value: "removed", label: "They lose it" },
          ]}
          value={trigger.action}
          onChange={(action) => onChange({ ...trigger, action: action as "added" | "removed" })}
        />
        <Autocomplete
          size="md"
          aria-label="Tag"
          placeholder="Tag"
          data={catalog.tags}
          maxLength={TAG_CHARS_MAX}
          value={trigger.tag}
          onChange={(tag) => onChange({ ...trigger, tag })}
        />
      </Stack>
    );
  if (trigger.type === "field")
    return (
      <NamedField
        label="Field"
        items={catalog.fields.map(({ key, label }) => ({ id: key, name: label }))}
        value={trigger.key}
        onChange={(key) => onChange({ ...trigger, key })}
      />
    );
  return (
    <Select
      size="md"
      aria-label="Topic"
      allowDeselect={false}
      data={[
        { value: ANY_TOPIC, label: "From anything" },
        ...catalog.topics
          .filter(({ key }) => key !== ANY_TOPIC)
          .map(({ key, name }) => ({ value: key, label: name })),
      ]}
      value={trigger.topic ?? ANY_TOPIC}
      onChange={(topic) => onChange({ ...trigger, topic: topic === ANY_TOPIC ? null : topic })}
    />
  );
}

function MovedFields({ trigger, onChange }: SomeProps<"stage" | "segment">) {
  const { catalog } = useRuleEditing();
  const way = (
    <SegmentedControl
      aria-label="What happens"
      style={{ alignSelf: "start" }}
      data={[
        { value: "entered", label: "They enter it" },
        { value: "left", label: "They leave it" },
      ]}
      value={trigger.action}
      onChange={(action) => onChange({ ...trigger, action: action as "entered" | "left" })}
    />
  );
  return (
    <Stack gap="xs">
      {way}
      {trigger.type === "stage" ? (
        <NamedField
          label="Stage"
          items={catalog.stages}
          value={trigger.stage_id}
          onChange={(stage_id) => onChange({ ...trigger, stage_id })}
        />
      ) : (
        <NamedField
          label="Segment"
          items={catalog.segments}
          value={trigger.segment_id}
          onChange={(segment_id) => onChange({ ...trigger, segment_id })}
        />
      )}
    </Stack>
  );
}
