import { Input, Slider, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useId } from "react";
import type { Link } from "#src/features/pages/links/contract.ts";
import classes from "./LinkOptions.module.css";
import type { LinkFormValues } from "./link-form.ts";
import { formatSplit } from "./link-options.ts";
import { useLinkSlots } from "./shared/link-slots.ts";

const ADDRESS = {
  inputMode: "url",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
  placeholder: "example.com/page",
} as const;

interface AbTestFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link, or undefined for a new one. */
  link: Link | undefined;
}

export function AbTestFields({ form, link }: AbTestFieldsProps) {
  const { VariantResults } = useLinkSlots();
  const isOn = form.useWatchValue("is_ab_test");
  const ratio = form.useWatchValue("ab_split_ratio");
  const label = useId();
  const shares = formatSplit(ratio);
  return (
    <div>
      <Switch
        label="A/B test"
        description="Splits visitors between two URLs instead of the one above. Each visitor always gets the same one."
        checked={isOn}
        onChange={({ currentTarget }) => {
          const { link_a, url } = form.getValues();
          form.setFieldValue("is_ab_test", currentTarget.checked);
          if (currentTarget.checked && link_a === "") form.setFieldValue("link_a", url);
        }}
      />
      {isOn && (
        <Stack gap="sm" className={classes.more}>
          <TextInput label="URL A" {...ADDRESS} key={form.key("link_a")} {...form.getInputProps("link_a")} />
          <TextInput label="URL B" {...ADDRESS} key={form.key("link_b")} {...form.getInputProps("link_b")} />
          <div>
            <Input.Label component="div" id={label}>
              Split: {shares}
            </Input.Label>
            <Slider
              className={classes.slider}
              value={Math.round(ratio * 100)}
              onChange={(percent) => form.setFieldValue("ab_split_ratio", percent / 100)}
              thumbLabel="Share of visitors who get URL A, in percent"
              thumbProps={{ "aria-valuetext": shares }}
              label={null}
              marks={[{ value: 25 }, { value: 50 }, { value: 75 }]}
            />
            {form.errors.ab_split_ratio && (
              <Input.Error role="alert">{form.errors.ab_split_ratio}</Input.Error>
            )}
          </div>
          {link?.is_ab_test && <VariantResults linkId={link.id} />}
        </Stack>
      )}
    </div>
  );
}
