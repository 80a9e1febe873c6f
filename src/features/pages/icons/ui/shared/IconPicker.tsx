import { Group, Input, Popover, SimpleGrid, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { glyphOf, ICON_NAMES } from "#src/features/pages/icons/page/icons.ts";
import classes from "./IconPicker.module.css";
import { IconTile } from "./IconTile.tsx";

interface IconPickerProps {
  /** An icon's name, an emoji, a picture's URL, or nothing. */
  value: string;
  onChange: (icon: string) => void;
}

/** If two names share a drawing, the newer one is offered. */
const OFFERED = ICON_NAMES.filter(
  (name, index) => !ICON_NAMES.slice(index + 1).some((later) => glyphOf(later).path === glyphOf(name).path),
);

/** Offers the icons for a link; an emoji or a picture's URL can be typed instead. */
export function IconPicker({ value, onChange }: IconPickerProps) {
  const [opened, setOpened] = useState(false);
  const labelId = useId();
  const choose = (icon: string) => {
    onChange(icon);
    setOpened(false);
  };
  const isName = ICON_NAMES.includes(value);
  return (
    <Input.Wrapper label="Icon" labelElement="div" labelProps={{ id: labelId }} size="md">
      <Popover opened={opened} onChange={setOpened} width={300} trapFocus position="bottom-start" shadow="lg">
        <Popover.Target>
          <UnstyledButton className={classes.target} onClick={() => setOpened((open) => !open)}>
            {value && <IconTile icon={value} size={28} />}
            <span className={classes.name}>{labelOf(value)}</span>
            <IconChevronDown size={18} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={labelId}>
          <SimpleGrid cols={6} spacing={4} mb="sm" role="group" aria-label="Icons">
            {OFFERED.map((name) => (
              <Tooltip key={name} label={glyphOf(name).label}>
                <UnstyledButton
                  className={classes.choice}
                  aria-label={glyphOf(name).label}
                  aria-pressed={name === value}
                  onClick={() => choose(name)}
                >
                  <IconTile icon={name} size={34} />
                </UnstyledButton>
              </Tooltip>
            ))}
          </SimpleGrid>
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              flex={1}
              size="sm"
              label="Emoji or picture URL"
              placeholder="🎸"
              value={isName ? "" : value}
              onChange={(event) => onChange(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                // Enter picks the icon rather than submitting the form.
                event.preventDefault();
                setOpened(false);
              }}
            />
            <UnstyledButton className={classes.none} onClick={() => choose("")}>
              No icon
            </UnstyledButton>
          </Group>
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

function labelOf(value: string): string {
  if (value === "") return "No icon";
  return ICON_NAMES.includes(value) ? glyphOf(value).label : value;
}
