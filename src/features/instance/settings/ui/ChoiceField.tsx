import { Input, NativeSelect, SegmentedControl, Stack, TagsInput } from "@mantine/core";
import type { Setting } from "#src/features/instance/settings/contract.ts";
import type { SettingFieldProps } from "./field-props.ts";
import { listOfText, settingWords, textOfList } from "./setting-words.ts";

interface ChoiceFieldProps extends SettingFieldProps {
  setting: Setting & { input: { kind: "choice" } };
}

/** More of them, or long ones, don't fit beside each other on a phone. */
const SEGMENTS_MAX = 4;
const SEGMENTS_CHARS_MAX = 36;
const OWN = ":own";

/** One of a few, side by side; one of many, or texts of one's own, in a list. */
export function ChoiceField({ setting, field }: ChoiceFieldProps) {
  const { label, hint: description, input } = setting;
  const isListed = input.choices.some(({ value }) => value === field.value);
  const chars = input.choices.reduce((sum, choice) => sum + choice.label.length, 0);
  const fits = input.choices.length <= SEGMENTS_MAX && chars <= SEGMENTS_CHARS_MAX;
  if (!input.own && isListed && fits) {
    return (
      <Input.Wrapper label={label} labelElement="div" size="md" description={description} error={field.error}>
        <SegmentedControl
          mt="xs"
          aria-label={label}
          data={[...input.choices]}
          value={field.value}
          onChange={field.onChange}
        />
      </Input.Wrapper>
    );
  }
  // The environment's variable takes more values than the list has, and they may have been set there earlier.
  const unlisted = { value: field.value, label: settingWords(setting, field.value) };
  const own = input.own && { value: OWN, label: input.own.label };
  const rest = own ? [own] : isListed ? [] : [unlisted];
  const showsOwn = input.own !== undefined && !isListed;
  return (
    <Stack gap="xs">
      <NativeSelect
        label={label}
        description={description}
        size="md"
        data-path={showsOwn ? undefined : setting.name}
        error={showsOwn ? undefined : field.error}
        data={[...input.choices, ...rest]}
        value={showsOwn ? OWN : field.value}
        onChange={({ currentTarget: { value } }) => field.onChange(value === OWN ? "" : value)}
      />
      {showsOwn && input.own && (
        <TagsInput
          aria-label={input.own.label}
          size="md"
          data-path={setting.name}
          error={field.error}
          placeholder={field.value === "" ? input.own.example : ""}
          splitChars={[",", "\n"]}
          acceptValueOnBlur
          clearButtonProps={{ "aria-label": "Remove all" }}
          value={listOfText(field.value)}
          onChange={(list) => field.onChange(textOfList(list))}
        />
      )}
    </Stack>
  );
}
