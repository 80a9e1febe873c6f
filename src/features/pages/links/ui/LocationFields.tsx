import { MultiSelect, Stack, Switch, TagsInput, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useMemo } from "react";
import { LIST_ENTRIES_MAX, PLACE_CHARS_MAX } from "#src/features/pages/geo/rules.ts";
import { countryChoices } from "#src/kit/country-choices.ts";
import classes from "./LinkOptions.module.css";
import type { LinkFormValues } from "./link-form.ts";

interface PlaceFieldsProps {
  form: UseFormReturnType<LinkFormValues>;
}

export function LocationFields({ form }: PlaceFieldsProps) {
  const isLimited = form.useWatchValue("is_limited");
  const onUnknown = form.useWatchValue("geo_restrictions.on_unknown");
  return (
    <div>
      <Switch
        label="Limit by location"
        description="Cities override regions, and regions override countries. Blocked visitors never see the URL."
        key={form.key("is_limited")}
        {...form.getInputProps("is_limited", { type: "checkbox" })}
      />
      {isLimited && (
        <Stack gap="lg" className={classes.more}>
          <PlaceLists
            form={form}
            which="allowed"
            title="Allowed"
            hint="Leave empty to allow everyone who isn’t blocked."
          />
          <PlaceLists form={form} which="blocked" title="Blocked" hint="Overrides the lists above." />
          <Text size="sm" c="dimmed">
            Enter regions and cities in English, as your analytics show them.
          </Text>
          <Switch
            label="Block visitors whose location is unknown"
            checked={onUnknown === "block"}
            onChange={({ currentTarget }) =>
              form.setFieldValue("geo_restrictions.on_unknown", currentTarget.checked ? "block" : "allow")
            }
          />
        </Stack>
      )}
    </div>
  );
}

interface PlaceListsProps extends PlaceFieldsProps {
  which: "allowed" | "blocked";
  title: string;
  hint: string;
}

function PlaceLists({ form, which, title, hint }: PlaceListsProps) {
  const countries = `geo_restrictions.${which}_countries` as const;
  const regions = `geo_restrictions.${which}_regions` as const;
  const cities = `geo_restrictions.${which}_cities` as const;
  const chosen = form.useWatchValue(countries);
  const choices = useMemo(() => countryChoices(chosen), [chosen]);
  const example = (list: readonly string[], name: string) => (list.length === 0 ? name : undefined);
  const names = {
    size: "md",
    maxTags: LIST_ENTRIES_MAX,
    maxLength: PLACE_CHARS_MAX,
    splitChars: [",", ";"],
    clearable: true,
    acceptValueOnBlur: true,
  };
  return (
    <fieldset className={classes.lists}>
      <legend>
        <Text component="span" fw={600} size="sm">
          {title}
        </Text>{" "}
        <Text component="span" size="sm" c="dimmed">
          {hint}
        </Text>
      </legend>
      <MultiSelect
        label="Countries"
        placeholder={example(chosen, "Choose countries")}
        size="md"
        data={choices}
        searchable
        clearable
        hidePickedOptions
        maxValues={LIST_ENTRIES_MAX}
        nothingFoundMessage="No country found"
        clearButtonProps={{ "aria-label": "Remove all countries" }}
        key={form.key(countries)}
        {...form.getInputProps(countries)}
      />
      <TagsInput
        label="Regions"
        placeholder={example(form.useWatchValue(regions), "Bavaria")}
        key={form.key(regions)}
        {...names}
        clearButtonProps={{ "aria-label": "Remove all regions" }}
        {...form.getInputProps(regions)}
      />
      <TagsInput
        label="Cities"
        placeholder={example(form.useWatchValue(cities), "Munich")}
        key={form.key(cities)}
        {...names}
        clearButtonProps={{ "aria-label": "Remove all cities" }}
        {...form.getInputProps(cities)}
      />
    </fieldset>
  );
}
