import { ColorInput, Group, SimpleGrid, Switch, Tooltip, UnstyledButton } from "@mantine/core";
import { overridesDarkMode } from "#src/features/profiles/rules.ts";
import { ContrastHint } from "./ContrastHint.tsx";
import { EditorSection } from "./EditorSection.tsx";
import classes from "./ProfileEditor.module.css";
import { hasColors, PRESETS } from "./theme-presets.ts";
import type { ProfileForm } from "./use-profile-form.ts";

const EYE_DROPPER = { "aria-label": "Pick a color from the screen" };

/** The four colors of a page, and ready-made sets. */
export function ThemeFields({ form }: { form: ProfileForm }) {
  const { theme } = form.values;
  const picker = (label: string, name: keyof typeof theme) => (
    <ColorInput
      label={label}
      size="md"
      format="hex"
      eyeDropperButtonProps={EYE_DROPPER}
      {...form.getInputProps(`theme.${name}`)}
    />
  );
  return (
    <EditorSection title="Colors">
      <Group gap="xs" role="group" aria-label="Color sets">
        {PRESETS.map(({ label, theme: colors }) => (
          <Tooltip key={label} label={label}>
            <UnstyledButton
              className={classes.preset}
              style={{ background: colors.theme_color }}
              aria-label={label}
              aria-pressed={hasColors(theme, colors)}
              onClick={() => form.setFieldValue("theme", { ...theme, ...colors })}
            >
              <span style={{ background: colors.button_color, color: colors.button_text_color }}>Aa</span>
            </UnstyledButton>
          </Tooltip>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {picker("Page", "theme_color")}
        {picker("Text", "text_color")}
        {picker("Buttons", "button_color")}
        {picker("Button text", "button_text_color")}
      </SimpleGrid>
      <ContrastHint
        subject="Page text"
        text={theme.text_color}
        background={theme.theme_color}
        onFix={(fixed) => form.setFieldValue("theme.text_color", fixed)}
      />
      <ContrastHint
        subject="Button text"
        text={theme.button_text_color}
        background={theme.button_color}
        onFix={(fixed) => form.setFieldValue("theme.button_text_color", fixed)}
      />
      <Switch
        size="md"
        label="Always use my colors"
        description="Visitors in dark mode see these colors too, instead of a darker version."
        checked={overridesDarkMode(theme)}
        onChange={(event) => form.setFieldValue("theme.always_own_colors", event.currentTarget.checked)}
      />
    </EditorSection>
  );
}
