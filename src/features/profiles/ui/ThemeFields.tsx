import { ColorInput, Group, SimpleGrid, Tooltip, UnstyledButton } from "@mantine/core";
import { ContrastHint } from "./ContrastHint.tsx";
import { EditorSection } from "./EditorSection.tsx";
import classes from "./ProfileEditor.module.css";
import { hasColors, PRESETS } from "./theme-presets.ts";
import type { ProfileForm } from "./use-profile-form.ts";

const EYE_DROPPER = { "aria-label": "Pick a colour from the screen" };

/** The four colours of a page, and sets of them that go together. */
export function ThemeFields({ form }: { form: ProfileForm }) {
  const { theme } = form.values;
  const color = (label: string, name: keyof typeof theme) => (
    <ColorInput
      label={label}
      size="md"
      format="hex"
      eyeDropperButtonProps={EYE_DROPPER}
      {...form.getInputProps(`theme.${name}`)}
    />
  );
  return (
    <EditorSection title="Colours">
      <Group gap="xs" role="group" aria-label="Colours that go together">
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
        {color("Page", "theme_color")}
        {color("Text", "text_color")}
        {color("Buttons", "button_color")}
        {color("Text on buttons", "button_text_color")}
      </SimpleGrid>
      <ContrastHint
        subject="The text on the page"
        text={theme.text_color}
        background={theme.theme_color}
        onFix={(fixed) => form.setFieldValue("theme.text_color", fixed)}
      />
      <ContrastHint
        subject="The text on the buttons"
        text={theme.button_text_color}
        background={theme.button_color}
        onFix={(fixed) => form.setFieldValue("theme.button_text_color", fixed)}
      />
    </EditorSection>
  );
}
