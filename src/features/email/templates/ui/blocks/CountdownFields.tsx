import { Select, TextInput } from "@mantine/core";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { COUNTDOWN_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { ZONE_CHOICES } from "#src/kit/zone-choices.ts";
import { isWallTime } from "#src/lib/time-zones.ts";

interface CountdownFieldsProps {
  block: Extract<Block, { type: "countdown" }>;
  onChange: (block: Block) => void;
}

export function CountdownFields({ block, onChange }: CountdownFieldsProps) {
  const { time_zone } = block;
  const isListed = ZONE_CHOICES.some(({ value }) => value === time_zone);
  return (
    <>
      <TextInput
        type="datetime-local"
        label="Ends"
        description="The picture shows the days, hours and minutes left whenever someone opens the e-mail."
        value={block.ends}
        onChange={({ currentTarget: { value } }) => {
          if (isWallTime(value)) onChange({ ...block, ends: value });
        }}
      />
      <Select
        label="Time zone"
        data={isListed ? ZONE_CHOICES : [{ value: time_zone, label: time_zone }, ...ZONE_CHOICES]}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No time zone by that name."
        value={time_zone}
        onChange={(chosen) => chosen && onChange({ ...block, time_zone: chosen })}
      />
      <TextInput
        label="Afterwards"
        description="What the picture says once it’s over."
        placeholder="This has ended"
        maxLength={COUNTDOWN_CHARS_MAX}
        value={block.after}
        onChange={({ currentTarget }) => onChange({ ...block, after: currentTarget.value })}
      />
    </>
  );
}
