import { NumberInput, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import { SEPARATORS } from "#src/kit/separators.ts";
import { useRuleEditing } from "./rule-context.ts";

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

export interface ActionFieldsProps<Type extends Action["type"]> {
  action: Of<Type>;
  onChange: (part: Partial<Of<Type>>) => void;
}

const NOTE_CHARS_MAX = 2000;
const NOTIFY_CHARS_MAX = 300;
const POINTS_MAX = 1000;
/** For what a list can also have none or all of. */
const NONE = "none";

const named = (items: readonly { id: string; name: string }[]) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

interface PickProps {
  label: string;
  items: readonly { id: string; name: string }[];
  value: string | null;
  /** What's meant by choosing none of them. If it's left out, one of them has to be chosen. */
  none?: string;
  placeholder?: string;
  nothing?: string;
  onChange: (id: string | null) => void;
}

function Pick({ label, items, value, none, placeholder, nothing, onChange }: PickProps) {
  const isGone = value !== null && !items.some(({ id }) => id === value);
  return (
    <Select
      size="md"
      label={label}
      searchable
      allowDeselect={false}
      placeholder={placeholder ?? "Choose"}
      nothingFoundMessage={nothing ?? "Nothing found"}
      data={[
        ...(none === undefined ? [] : [{ value: NONE, label: none }]),
        ...named(items),
        ...(isGone ? [{ value, label: "Not there anymore" }] : []),
      ]}
      value={value ?? (none === undefined ? null : NONE)}
      onChange={(chosen) => onChange(chosen === NONE ? null : chosen)}
    />
  );
}

export function SequenceFields({ action, onChange }: ActionFieldsProps<"start_sequence" | "stop_sequence">) {
  const { catalog } = useRuleEditing();
  return (
    <Pick
      label="Sequence"
      items={catalog.sequences}
      value={action.sequence_id}
      nothing="You have no sequences yet."
      {...(action.type === "stop_sequence" && { none: "All sequences" })}
      onChange={(sequence_id) => onChange({ sequence_id })}
    />
  );
}

export function OwnerFields({ action, onChange }: ActionFieldsProps<"owner">) {
  const { catalog } = useRuleEditing();
  return (
    <Pick
      label="Who looks after them"
      items={catalog.owners}
      value={action.owner_id}
      none="Nobody"
      onChange={(owner_id) => onChange({ owner_id })}
    />
  );
}

export function NoteFields({ action, onChange }: ActionFieldsProps<"note">) {
  return (
    <Textarea
      label="Note"
      description="It’s on their timeline. Only your team sees it."
      autosize
      minRows={2}
      maxRows={8}
      maxLength={NOTE_CHARS_MAX}
      value={action.text}
      onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
    />
  );
}

export function NotifyPersonFields({ action, onChange }: ActionFieldsProps<"notify">) {
  const { catalog } = useRuleEditing();
  return (
    <Stack>
      <TextInput
        label="What they should know"
        description="The fan’s name comes with it."
        maxLength={NOTIFY_CHARS_MAX}
        value={action.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <Pick
        label="Who hears of it"
        items={catalog.owners}
        value={action.person_id}
        none="Everyone who may see fans"
        onChange={(person_id) => onChange({ person_id })}
      />
      <Text size="xs" c="dimmed">
        By bell, e-mail, and push, as each person has chosen in their settings.
      </Text>
    </Stack>
  );
}

export function ScoreFields({ action, onChange }: ActionFieldsProps<"score">) {
  return (
    <NumberInput
      size="md"
      w={180}
      label="Points"
      description="A minus takes them off."
      min={-POINTS_MAX}
      max={POINTS_MAX}
      allowDecimal={false}
      clampBehavior="strict"
      {...SEPARATORS}
      value={action.points}
      onChange={(typed) => typeof typed === "number" && onChange({ points: typed })}
    />
  );
}

export function TopicFields({ action, onChange }: ActionFieldsProps<"topic">) {
  const { catalog } = useRuleEditing();
  return (
    <Stack>
      <SegmentedControl
        aria-label="What to do"
        style={{ alignSelf: "start" }}
        data={[
          { value: "unsubscribe", label: "Turn it off" },
          { value: "subscribe", label: "Turn it on" },
        ]}
        value={action.action}
        onChange={(value) => onChange({ action: value as "subscribe" | "unsubscribe" })}
      />
      <Pick
        label="Topic"
        items={catalog.topics.map(({ key, name }) => ({ id: key, name }))}
        value={action.topic}
        onChange={(topic) => topic && onChange({ topic })}
      />
    </Stack>
  );
}

export function SuppressNote() {
  return (
    <Text size="sm">
      Their address gets no more e-mail from you, whatever they sign up for, until you lift it under Leads.
    </Text>
  );
}

export function ShownFields({ action, onChange }: ActionFieldsProps<"link" | "promotion">) {
  const { catalog } = useRuleEditing();
  return (
    <Stack>
      <SegmentedControl
        aria-label="What to do"
        style={{ alignSelf: "start" }}
        data={[
          { value: "show", label: "Show it" },
          { value: "hide", label: "Hide it" },
        ]}
        value={action.action}
        onChange={(value) => onChange({ action: value as "show" | "hide" })}
      />
      {action.type === "link" ? (
        <Pick
          label="Link"
          items={catalog.links}
          value={action.link_id}
          onChange={(link_id) => onChange({ link_id })}
        />
      ) : (
        <Pick
          label="Page"
          items={catalog.pages}
          value={action.profile_id}
          onChange={(profile_id) => onChange({ profile_id })}
        />
      )}
      <Text size="xs" c="dimmed">
        For everyone who opens the page, not just for this fan.
      </Text>
    </Stack>
  );
}
