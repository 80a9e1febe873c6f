import { Input, Slider, Stack, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useId } from "react";
import type { Link } from "#src/features/links/contract.ts";
import classes from "./LinkOptions.module.css";
import type { LinkFormValues } from "./link-form.ts";
import { sharesText } from "./link-options.ts";
import { useLinkParts } from "./link-parts.ts";

const ADDRESS = {
  inputMode: "url",
  autoCapitalize: "none",
  autoCorrect: "off",
  spellCheck: false,
  placeholder: "example.com/page",
} as const;

interface AbTestFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
  /** The stored link; none while it is new. */
  link: Link | undefined;
}

/** Two URLs that visitors are split between. */
export function AbTestFields({ form, link }: AbTestFieldsProps) {
  const { VariantResults } = useLinkParts();
  const { is_ab_test, ab_split_ratio, link_a, url } = form.values;
  const label = useId();
  const shares = sharesText(ab_split_ratio);
  return (
    <div>
      <Switch
        label="A/B test"
        description="Splits visitors between two URLs instead of the one above. Each visitor always gets the same one."
        {...form.getInputProps("is_ab_test", { type: "checkbox" })}
        onChange={({ currentTarget }) => {
          form.setFieldValue("is_ab_test", currentTarget.checked);
          // The link's own URL is usually one side of the test.
          if (currentTarget.checked && link_a === "") form.setFieldValue("link_a", url);
        }}
      />
      {is_ab_test && (
        <Stack gap="sm" className={classes.more}>
          <TextInput label="URL A" {...ADDRESS} {...form.getInputProps("link_a")} />
          <TextInput label="URL B" {...ADDRESS} {...form.getInputProps("link_b")} />
          <div>
            <Input.Label component="div" id={label}>
              Split: {shares}
            </Input.Label>
            <Slider
              className={classes.slider}
              value={Math.round(ab_split_ratio * 100)}
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
