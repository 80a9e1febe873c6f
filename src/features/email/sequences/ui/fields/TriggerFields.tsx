import { Autocomplete, Button, Group, Menu, MultiSelect, Stack, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { incomingApi } from "#src/features/audience/incoming-webhooks/ui/shared/incoming-queries.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import type { Trigger } from "#src/features/email/sequences/definition-rules.ts";
import { TRIGGERS_MAX } from "#src/features/email/sequences/rules.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { PATHS } from "#src/lib/paths.ts";
import { DateFields } from "../shared/DateFields.tsx";
import { NamedField } from "../shared/NamedField.tsx";
import { TRIGGER_LABELS } from "./trigger-labels.ts";

interface TriggerFieldsProps {
  triggers: readonly Trigger[];
  catalog: Catalog;
  onTriggers: (triggers: Trigger[]) => void;
}

interface Named {
  id: string;
  name: string;
}

const NEW: Readonly<
  Record<Trigger["type"], (catalog: Catalog, webhooks: readonly Named[]) => Trigger | undefined>
> = {
  lead: () => ({ type: "lead", profile_ids: [] }),
  confirmed: () => ({ type: "confirmed" }),
  tag: () => ({ type: "tag", tag: "" }),
  stage: ({ stages: [first] }) => first && { type: "stage", stage_id: first.id },
  segment: ({ segments: [first] }) => first && { type: "segment", segment_id: first.id },
  order: () => ({ type: "order" }),
  webhook: (_, [first]) => first && { type: "webhook", webhook_id: first.id },
  date: ({ fields }) => {
    const field = fields.find(({ type }) => type === "date");
    return field && { type: "date", field: field.key, days: 0, is_yearly: true, time: "09:00" };
  },
};

/** What lets people in by itself. Each one alone is enough. */
export function TriggerFields({ triggers, catalog, onTriggers }: TriggerFieldsProps) {
  const { data } = useQuery(incomingApi.list.queryOptions());
  const webhooks = data?.items ?? [];
  const types = (Object.keys(NEW) as Trigger["type"][]).flatMap((type) => {
    const made = NEW[type](catalog, webhooks);
    return made ? [{ type, made }] : [];
  });
  return (
    <Stack gap="sm">
      {triggers.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing starts it by itself. You can add people by hand.
        </Text>
      )}
      {triggers.map((trigger, at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: triggers are told apart by their place alone
          key={at}
          gap="xs"
          align="start"
          wrap="nowrap"
          role="group"
          aria-label={TRIGGER_LABELS[trigger.type]}
        >
          <Stack gap="xs" flex={1} miw={0}>
            <Text size="sm" fw={500}>
              {TRIGGER_LABELS[trigger.type]}
            </Text>
            <OneTrigger
              trigger={trigger}
              catalog={catalog}
              webhooks={data?.items}
              onChange={(changed) => onTriggers(triggers.with(at, changed))}
            />
          </Stack>
          <IconButton
            aria-label={`Remove: ${TRIGGER_LABELS[trigger.type]}`}
            onClick={() => onTriggers(triggers.toSpliced(at, 1))}
          >
            <IconX size={18} />
          </IconButton>
        </Group>
      ))}
      {triggers.length < TRIGGERS_MAX && (
        <MenuButton
          button={(button) => (
            <Button
              {...button}
              variant="default"
              size="sm"
              style={{ alignSelf: "start" }}
              leftSection={<IconPlus size={16} />}
            >
              Add a start
            </Button>
          )}
          menu={(anchor) => (
            <LazyMenu anchor={anchor}>
              {types.map(({ type, made }) => (
                <Menu.Item key={type} onClick={() => onTriggers([...triggers, made])}>
                  {TRIGGER_LABELS[type]}
                </Menu.Item>
              ))}
              {webhooks.length === 0 && (
                <Menu.Item renderRoot={(props) => <Link to={PATHS.incomingWebhooks} {...props} />}>
                  {TRIGGER_LABELS.webhook}
                </Menu.Item>
              )}
            </LazyMenu>
          )}
        />
      )}
    </Stack>
  );
}

interface OneTriggerProps {
  trigger: Trigger;
  catalog: Catalog;
  /** Undefined until they're loaded. */
  webhooks: readonly Named[] | undefined;
  onChange: (trigger: Trigger) => void;
}

function OneTrigger({ trigger, catalog, webhooks, onChange }: OneTriggerProps) {
  if (trigger.type === "lead")
    return (
      <MultiSelect
        size="md"
        aria-label="Pages"
        placeholder={trigger.profile_ids.length === 0 ? "On any of your pages" : ""}
        data={catalog.pages.map(({ id, name }) => ({ value: id, label: name }))}
        value={trigger.profile_ids}
        onChange={(profile_ids) => onChange({ ...trigger, profile_ids })}
      />
    );
  if (trigger.type === "tag")
    return (
      <Autocomplete
        size="md"
        aria-label="Tag"
        placeholder="Tag"
        data={catalog.tags}
        maxLength={50}
        value={trigger.tag}
        onChange={(tag) => onChange({ ...trigger, tag })}
      />
    );
  if (trigger.type === "stage")
    return (
      <NamedField
        label="Stage"
        items={catalog.stages}
        value={trigger.stage_id}
        onChange={(stage_id) => onChange({ ...trigger, stage_id })}
      />
    );
  if (trigger.type === "segment")
    return (
      <NamedField
        label="Segment"
        items={catalog.segments}
        value={trigger.segment_id}
        onChange={(segment_id) => onChange({ ...trigger, segment_id })}
      />
    );
  if (trigger.type === "webhook")
    return webhooks ? (
      <NamedField
        label="Incoming webhook"
        items={webhooks}
        value={trigger.webhook_id}
        onChange={(webhook_id) => onChange({ ...trigger, webhook_id })}
      />
    ) : null;
  return trigger.type === "date" ? (
    <DateFields trigger={trigger} catalog={catalog} onChange={onChange} />
  ) : null;
}
