import { Group, Radio, Stack, Text } from "@mantine/core";
import { BUTTON_SHAPES, BUTTON_STYLES, type ThemeSettings } from "#src/features/pages/profiles/rules.ts";
import { EditorSection } from "../editor/EditorSection.tsx";
import type { ProfileForm } from "../editor/use-profile-form.ts";
import classes from "../page-settings/settings.module.css";

const STYLE_LABELS = { filled: "Filled", outline: "Outline", soft: "Soft", shadow: "Shadow" } as const;
const SHAPE_LABELS = { rounded: "Rounded", pill: "Pill", square: "Square" } as const;

/** The style of links, each choice drawn in the page's own colors. */
export function ButtonFields({ form }: { form: ProfileForm }) {
  const { theme } = form.values;
  return (
    <EditorSection title="Buttons">
      <Radio.Group label="Style" size="md" {...form.getInputProps("theme.button_style")}>
        <Group gap="xs" mt="xs">
          {BUTTON_STYLES.map((style) => (
            <ButtonChoice
              key={style}
              label={STYLE_LABELS[style]}
              value={style}
              look={{ ...theme, button_style: style }}
            />
          ))}
        </Group>
      </Radio.Group>
      <Radio.Group label="Shape" size="md" {...form.getInputProps("theme.button_shape")}>
        <Group gap="xs" mt="xs">
          {BUTTON_SHAPES.map((shape) => (
            <ButtonChoice
              key={shape}
              label={SHAPE_LABELS[shape]}
              value={shape}
              look={{ ...theme, button_shape: shape }}
            />
          ))}
        </Group>
      </Radio.Group>
    </EditorSection>
  );
}

interface ButtonChoiceProps {
  label: string;
  value: string;
  look: ThemeSettings;
}

function ButtonChoice({ label, value, look }: ButtonChoiceProps) {
  const colors = {
    "--page": look.theme_color,
    "--ink": look.text_color,
    "--face": look.button_color,
    "--words": look.button_text_color,
  };
  return (
    <Radio.Card value={value} className={classes.choice} aria-label={label}>
      <Stack gap={6} align="center">
        <span className={classes.swatch} style={colors as React.CSSProperties} aria-hidden>
          <span data-style={look.button_style} data-shape={look.button_shape}>
            Aa
          </span>
        </span>
        <Text size="sm">{label}</Text>
      </Stack>
    </Radio.Card>
  );
}
