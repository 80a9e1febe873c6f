import { Badge, Group, Stack, Switch, Text, UnstyledButton } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import { AbTestFields } from "./AbTestFields.tsx";
import { DisplayFields } from "./DisplayFields.tsx";
import classes from "./LinkOptions.module.css";
import { LocationFields } from "./LocationFields.tsx";
import type { LinkFormValues } from "./link-form.ts";
import { isOptionField } from "./link-options.ts";
import { optionLabels } from "./option-labels.ts";

interface LinkOptionsProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link, or undefined for a new one. */
  link: Link | undefined;
  profileId: string;
}

/** A link's extra options, collapsed until someone opens them or one has an error. */
export function LinkOptions({ form, link, profileId }: LinkOptionsProps) {
  const [isOpen, setOpen] = useState(false);
  const isRefused = Object.keys(form.errors).some(isOptionField);
  const isShown = isOpen || isRefused;
  const id = useId();
  const on = {
    show_adult_warning: form.useWatchValue("show_adult_warning"),
    is_ab_test: form.useWatchValue("is_ab_test"),
    is_limited: form.useWatchValue("is_limited"),
  };
  return (
    <div className={classes.options}>
      <UnstyledButton
        className={classes.head}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        <Text component="span" fw={600}>
          Options
        </Text>
        <Group gap={6} className={classes.badges}>
          {optionLabels(on).map((label) => (
            <Badge key={label} variant="light" tt="none" component="span">
              {label}
            </Badge>
          ))}
        </Group>
        <IconChevronDown size={20} className={classes.arrow} data-open={isShown || undefined} />
      </UnstyledButton>
      <div hidden={!isShown} id={id}>
        <Stack gap="lg" className={classes.body}>
          <DisplayFields form={form} profileId={profileId} />
          <Switch
            label="Adult content"
            description="Visitors confirm that they’re 18 or older first."
            key={form.key("show_adult_warning")}
            {...form.getInputProps("show_adult_warning", { type: "checkbox" })}
          />
          <AbTestFields form={form} link={link} />
          <LocationFields form={form} />
        </Stack>
      </div>
    </div>
  );
}
