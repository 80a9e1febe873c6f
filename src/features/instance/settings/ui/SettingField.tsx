import { ColorInput, Switch, TagsInput, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { contrastRatio, isColor, READABLE_CONTRAST } from "#src/lib/colors.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import type { SettingFieldProps } from "./field-props.ts";
import { NumberField } from "./NumberField.tsx";
import { PictureField } from "./PictureField.tsx";
import { listOfText, settingWords, textOfList } from "./setting-words.ts";

/** A setting's own kind of control. The environment's are read-only. */
export function SettingField({ setting, field }: SettingFieldProps): ReactNode {
  const { name, label, hint: description, input, source, variable } = setting;
  if (source === "environment") {
    return (
      <TextInput
        label={label}
        description={`${description} Set by ${variable} in the environment.`}
        size="md"
        readOnly
        variant="filled"
        value={settingWords(setting, setting.value)}
      />
    );
  }
  const shared = { label, description, size: "md", ...field } as const;
  switch (input.kind) {
    case "picture":
      return <PictureField setting={setting} field={field} />;
    case "choice":
      return <ChoiceField setting={{ ...setting, input }} field={field} />;
    case "number":
      return <NumberField setting={{ ...setting, input }} field={field} />;
    case "switch":
      return (
        <Switch
          label={label}
          description={`${description} ${field.value === "on" ? input.on : input.off}`}
          size="md"
          data-path={name}
          error={field.error}
          checked={field.value === "on"}
          onChange={({ currentTarget: { checked } }) => field.onChange(checked ? "on" : "off")}
        />
      );
    case "list":
      return (
        <TagsInput
          {...shared}
          placeholder={field.value === "" ? input.example : ""}
          splitChars={[",", ";", " ", "\n"]}
          acceptValueOnBlur
          clearButtonProps={{ "aria-label": "Remove all" }}
          value={listOfText(field.value)}
          onChange={(list) => field.onChange(textOfList(list))}
        />
      );
    case "color":
      return (
        <ColorInput
          {...shared}
          format="hex"
          error={field.error ?? lowContrast(field.value, input.on)}
          eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
        />
      );
    default:
      return <TextInput {...shared} type={input.kind === "email" ? "email" : "text"} />;
  }
}

/** Shown while a color is being chosen. The server checks it too. */
function lowContrast(color: string, on: string): string | undefined {
  if (!isColor(color)) return undefined;
  const ratio = contrastRatio(color, on);
  if (ratio >= READABLE_CONTRAST) return undefined;
  return `Text is hard to read with this color: its contrast is ${ratio.toFixed(1)}:1 and should be at least ${READABLE_CONTRAST}:1.`;
}
